import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import multer from 'multer'
import { z } from 'zod'
import { DomainError, forbidden, invalid } from '../kernel/errors.ts'
import { BankLineId, type NetworkId, ProfileId } from '../kernel/ids.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { AtOnce } from '../platform/http/limits.ts'
import { admins, IdParams, idOf, keysWrite, type Route, route } from '../platform/http/route.ts'
import { knownSender, mayIn, type Visitor } from '../platform/http/visitor.ts'
import { shownSoon } from '../platform/shown-soon.ts'
import { bankLineCodec } from './codec.ts'
import { type BankLine, BankLineAnswer, IgnoreBankLine, ImportedStatementAnswer, StatementColumns } from './contract.ts'
import { type BankLineCommand, bankLineDecider } from './decider.ts'
import { bankLineStream } from './events.ts'
import { type ImportDependencies, importStatement } from './import-statement.ts'
import { MAX_STATEMENT_BYTES } from './values.ts'

const THING = 'Bank line'
const FILE = 'Choose a file'

const Columns = z
  .string()
  .transform((text, context) => {
    try {
      return StatementColumns.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'columns must be JSON with date, amount or debit and credit, and text' })
      return z.NEVER
    }
  })
  .optional()

const StatementForm = z.object({
  /** The id of the payment profile into whose account the money comes. */
  account: z.string({ error: 'Choose an account' }),
  /** JSON, for a CSV whose columns were guessed wrongly. */
  columns: Columns,
  dryRun: z.enum(['true', 'false', ''], { error: 'dryRun must be true or false' }).optional(),
})
const DescribedForm = StatementForm.extend({
  columns: z.string().optional(),
  file: z.string().meta({ format: 'binary', description: 'OFX, QFX, CAMT.053, BAI2, MT940 or CSV, up to 10 MB and 50,000 lines.' }),
})

const LIMITS = { fileSize: MAX_STATEMENT_BYTES, files: 1, fields: 10, fieldSize: 20_000, parts: 12 }

const receiveFile = (req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!req.is('multipart/form-data')) return reject(new DomainError('wrong-type', 'wrong-type', 'Send the file as multipart/form-data.'))
    multer({ storage: multer.memoryStorage(), limits: LIMITS }).single('file')(req, res, (error: unknown) => {
      if (!error) return resolve()
      const { code } = error as { code?: string }
      const tooLarge = new DomainError('too-large', 'too-large', 'The file is larger than 10 MB. Export a shorter period.')
      reject(code === 'LIMIT_FILE_SIZE' ? tooLarge : invalid('file', FILE))
    })
  })

export type BankingDependencies = ImportDependencies &
  Readonly<{
    statements: AtOnce
    profileOf: (id: ProfileId) => Promise<Readonly<{ networkId: NetworkId }> | null>
    bankLineById: (id: BankLineId) => Promise<Readonly<{ networkId: NetworkId; shown: BankLine }> | null>
  }>

const importRoute = (needs: BankingDependencies): Route => {
  const imported = importStatement(needs)
  return route({
    method: 'post',
    path: '/api/bank-statements',
    summary: 'Import the statement of an account; lines that are there are not added again. With dryRun=true, tell what would happen',
    access: keysWrite(admins('import', 'bank statement')),
    rawBody: true,
    creates: true,
    form: DescribedForm,
    answer: ImportedStatementAnswer,
    refusals: ['not-found'],
    handle: async ({ visitor, req, res, circumstances, repeats, settled }) => {
      if (!visitor.network) throw forbidden('import', 'bank statement')
      const endTurn = await needs.statements(knownSender(visitor), res)
      try {
        await receiveFile(req, res)
        const { success, data: form, error } = StatementForm.safeParse(req.body ?? {})
        if (!success) throw invalid(error.issues[0]?.path.join('.') ?? 'account', error.issues[0]?.message ?? 'Choose an account')
        const profileId = idOf(ProfileId, form.account, 'Payment profile')
        const profile = await needs.profileOf(profileId)
        const networkId = mayIn(visitor, profile?.networkId, 'write', 'Payment profile', 'import statements of')
        const bytes = req.file?.buffer
        if (!bytes || bytes.length === 0) throw invalid('file', FILE)
        const dryRun = form.dryRun === 'true'
        const columns = form.columns ?? null
        const requestOf = async () => ({ profileId, dryRun, columns, file: createHash('sha256').update(bytes).digest('hex') })
        return (await repeats.once(requestOf, async (cause) => {
          const { answer, shown } = await imported({ networkId, profileId, bytes, columns, dryRun }, { ...circumstances, cause })
          await settled(shown.slice(-1))
          return { data: answer }
        })) as z.infer<typeof ImportedStatementAnswer>
      } finally {
        endTurn()
      }
    },
  })
}

const changeRoutes = ({ store, personal, bankLineById }: BankingDependencies): Route[] => {
  const { load, handle } = commandHandler(store, bankLineDecider, bankLineCodec(personal))
  const changed = async (
    visitor: Visitor,
    id: string,
    what: { type: 'Ignore'; reason: string } | { type: 'Reopen' },
    circumstances: Circumstances,
  ) => {
    if (!visitor.network) throw forbidden('update', 'bank line')
    const lineId = idOf(BankLineId, id, THING)
    const { state } = await load(bankLineStream(lineId))
    mayIn(visitor, state?.networkId, 'write', THING, 'update')
    const command: BankLineCommand = { lineId, ...what }
    return { lineId, shown: (await handle(bankLineStream(lineId), command, circumstances)).shown }
  }
  const answer = async (lineId: BankLineId) => ({ data: (await shownSoon(() => bankLineById(lineId))).shown })
  return [
    route({
      method: 'post',
      path: '/api/bank-lines/:id/ignore',
      about: null,
      summary: 'Ignore a line of a bank statement, which needs no match, with the reason',
      access: keysWrite(admins('update', 'bank line')),
      params: IdParams,
      body: IgnoreBankLine,
      answer: BankLineAnswer,
      handle: async ({ visitor, params, body, circumstances, settled }) => {
        const { lineId, shown } = await changed(visitor, params.id, { type: 'Ignore', reason: body.reason }, circumstances)
        await settled(shown)
        return answer(lineId)
      },
    }),
    route({
      method: 'post',
      path: '/api/bank-lines/:id/undo',
      about: null,
      summary: 'Open an ignored line of a bank statement again',
      access: keysWrite(admins('update', 'bank line')),
      params: IdParams,
      answer: BankLineAnswer,
      handle: async ({ visitor, params, circumstances, settled }) => {
        const { lineId, shown } = await changed(visitor, params.id, { type: 'Reopen' }, circumstances)
        await settled(shown)
        return answer(lineId)
      },
    }),
  ]
}

export const bankingRoutes = (needs: BankingDependencies): Route[] => [importRoute(needs), ...changeRoutes(needs)]
