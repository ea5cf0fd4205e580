import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import multer from 'multer'
import { z } from 'zod'
import { DomainError, invalid, missing } from '../kernel/errors.ts'
import { ProgramId } from '../kernel/ids.ts'
import { disconnectSignal } from '../platform/http/disconnect.ts'
import type { AtOnce } from '../platform/http/limits.ts'
import { admins, type Call, IdParams, idOf, keysWrite, type Route, route, signedInTo } from '../platform/http/route.ts'
import { knownSender, mayIn } from '../platform/http/visitor.ts'
import { UploadResult, UploadState, UploadType } from './contract.ts'
import type { uploadProgress } from './progress.ts'
import { type BilledProgram, type ImportPayors, mustTakeMembers, uploadIdOf } from './upload.ts'
import { inFolder } from './upload-folder.ts'
import { MAX_UPLOAD_BYTES, uploadTexts } from './values.ts'

const THING = 'Assessment program'

const UploadForm = z.object({
  uploadType: z.enum(UploadType.options, { error: 'uploadType must be individualMembers or congregations' }),
  assessmentProgramId: z.string({ error: 'Please select an assessment program' }),
  dryRun: z.enum(['true', 'false', ''], { error: 'dryRun must be true or false' }).optional(),
  /** The id under which the sender can ask for the progress. */
  progressId: z.uuid({ error: 'progressId must be a UUID' }).optional(),
})

const CsvFile = z.string().meta({ format: 'binary', description: 'A CSV file, up to 5 MB and 60,000 rows.' })

const LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: 1000, parts: 12 }

/** Reads the multipart body into a folder. Refusals use the words of the upload screen. */
const receiveFile = (req: Request, res: Response, folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!req.is('multipart/form-data')) return reject(new DomainError('wrong-type', 'wrong-type', uploadTexts.wrongType))
    multer({ storage: multer.diskStorage({ destination: folder }), limits: LIMITS }).single('file')(req, res, (error: unknown) => {
      if (!error) return resolve()
      const { code } = error as { code?: string }
      reject(code === 'LIMIT_FILE_SIZE' ? new DomainError('too-large', 'too-large', uploadTexts.tooLarge) : invalid('file', uploadTexts.failed))
    })
  })

const asInvalid = (error: z.ZodError): DomainError => {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new DomainError('invalid', 'invalid', issues[0]?.message ?? uploadTexts.failed, { issues })
}

/** Refusals have the shape of an upload's result, since a refused file has written nothing. */
const asResult = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  work().catch((error: unknown) => {
    const refusal = error instanceof z.ZodError ? asInvalid(error) : error
    if (!(refusal instanceof DomainError)) throw error
    throw new DomainError(refusal.reason, refusal.code, refusal.message, {
      ...(refusal.issues ? { issues: refusal.issues } : {}),
      details: { success: false, errors: [], warnings: [] },
    })
  })

export type PayorsDependencies = Readonly<{
  upload: ImportPayors
  uploads: AtOnce
  progress: ReturnType<typeof uploadProgress>
  billedProgram: (id: ProgramId) => Promise<BilledProgram | null>
  followUp: () => Promise<void>
}>

/** The longest wait of a user's second upload for the first one. */
const PATIENCE_MS = 10_000

type UploadCall = Pick<Call<never, never, never>, 'visitor' | 'req' | 'res' | 'circumstances' | 'repeats'>

const digestOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

export const payorRoutes = ({ upload, uploads, progress, billedProgram, followUp }: PayorsDependencies): Route[] => {
  /** Waits at most PATIENCE_MS for the user's previous upload; a retry of that same upload waits until it ends. */
  const turnOf = async ({ visitor, res, repeats }: UploadCall, gone: AbortSignal) => {
    for (;;) {
      try {
        return await uploads(knownSender(visitor), res, { patience: PATIENCE_MS, signal: gone })
      } catch (error) {
        if (gone.aborted || !(await repeats.isUnderWay())) throw error
      }
    }
  }

  const receive = async ({ visitor, req, res, circumstances, repeats }: UploadCall, folder: string, gone: AbortSignal): Promise<UploadResult> => {
    await receiveFile(req, res, folder)
    const { uploadType, assessmentProgramId, progressId, ...form } = UploadForm.parse(req.body ?? {})
    const dryRun = form.dryRun === 'true'
    const programId = idOf(ProgramId, assessmentProgramId, THING)
    const program = await billedProgram(programId)
    mayIn(visitor, program?.networkId, 'write', THING, 'upload members to')
    if (!program) throw missing(THING)
    const { file } = req
    if (!file) throw invalid('file', uploadTexts.empty)
    if (!/\.csv$/i.test(file.originalname) && file.mimetype !== 'text/csv') throw new DomainError('wrong-type', 'wrong-type', uploadTexts.wrongType)
    if (file.size === 0) throw invalid('file', uploadTexts.empty)
    const requestOf = async () => ({ uploadType, programId, dryRun, file: await digestOf(file.path) })
    const answer = await repeats.once(requestOf, async (cause) => {
      mustTakeMembers(program)
      const command = {
        uploadId: uploadIdOf(cause),
        program: program.upload,
        uploadType,
        file: file.path,
        dryRun,
        circumstances: { ...circumstances, cause },
      }
      const result = await progress.during(progressId, visitor, (onProgress) => upload(command, onProgress, gone))
      if (result.billsGenerated > 0 && !dryRun) await followUp()
      return result
    })
    return answer as UploadResult
  }

  return [
    route({
      method: 'post',
      path: '/api/uploads',
      about: 'program',
      aboutIn: 'assessmentProgramId',
      summary: 'Upload members or congregations by CSV; bills follow for everybody. With dryRun=true, tell what would happen',
      access: keysWrite(admins('upload members to', 'assessment program')),
      rawBody: true,
      creates: true,
      answer: UploadResult,
      form: UploadForm.extend({ file: CsvFile }),
      refusals: ['not-found', 'not-active'],
      handle: (call) =>
        asResult(async () => {
          const gone = disconnectSignal(call.res)
          const endTurn = await turnOf(call, gone)
          return inFolder((folder) => receive(call, folder, gone)).finally(endTurn)
        }),
    }),
    route({
      method: 'get',
      path: '/api/uploads/:id',
      about: null,
      summary: 'How far an upload of your own is, by the progressId that was sent with it',
      access: signedInTo('view', 'upload'),
      params: IdParams,
      answer: UploadState,
      handle: async ({ visitor, params }) => {
        const state = z.uuid().safeParse(params.id).success ? await progress.of(params.id, visitor) : null
        if (!state) throw missing('Upload')
        return state
      },
    }),
  ]
}
