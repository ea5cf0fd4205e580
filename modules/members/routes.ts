import type { Request, Response } from 'express'
import multer from 'multer'
import { z } from 'zod'
import { DomainError, invalid, missing, refused } from '../kernel/errors.ts'
import { type NetworkId, ProgramId } from '../kernel/ids.ts'
import { admins, idOf, type Route, route } from '../platform/route.ts'
import { mayIn } from '../platform/visitor.ts'
import { MAX_UPLOAD_BYTES, UploadResult, UploadType, uploadTexts } from './contract.ts'
import { type UploadProgram, uploadIdOf, type uploadMembers } from './upload.ts'

const THING = 'Assessment program'

const UploadForm = z.object({
  uploadType: z.enum(UploadType.options, { error: 'uploadType must be individualMembers or congregations' }),
  assessmentProgramId: z.string({ error: 'Please select an assessment program' }),
})

const receive = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: 1000, parts: 12 },
}).single('file')

/** Reads the multipart body, its refusals in the words of the upload screen. */
const receiveFile = (req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!req.is('multipart/form-data')) return reject(new DomainError('wrong-type', 'wrong-type', uploadTexts.wrongType))
    receive(req, res, (error: unknown) => {
      if (!error) return resolve()
      const { code } = error as { code?: string }
      reject(code === 'LIMIT_FILE_SIZE' ? new DomainError('too-large', 'too-large', uploadTexts.tooLarge) : invalid('file', uploadTexts.failed))
    })
  })

const asInvalid = (error: z.ZodError): DomainError => {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new DomainError('invalid', 'invalid', issues[0]?.message ?? uploadTexts.failed, { issues })
}

/** A refused file has written nothing, and says so in the shape of a result. */
const asResult = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  work().catch((error: unknown) => {
    const refusal = error instanceof z.ZodError ? asInvalid(error) : error
    if (!(refusal instanceof DomainError)) throw error
    throw new DomainError(refusal.reason, refusal.code, refusal.message, {
      ...(refusal.issues ? { issues: refusal.issues } : {}),
      details: { success: false, errors: [], warnings: [] },
    })
  })

export type MembersDependencies = Readonly<{
  upload: ReturnType<typeof uploadMembers>
  /** The program's network and state, and what its bills would be now. */
  programOf: (id: ProgramId) => Promise<Readonly<{ networkId: NetworkId; status: string; upload: UploadProgram }> | null>
  /** Sees to the mails of new bills, soon. */
  followUp: () => Promise<void>
}>

export const memberRoutes = ({ upload, programOf, followUp }: MembersDependencies): Route[] => [
  route({
    method: 'post',
    path: '/api/uploads',
    summary: 'Upload members or congregations by CSV; bills follow for everybody',
    access: admins('upload members to', 'assessment program'),
    rawBody: true,
    answer: UploadResult,
    handle: ({ visitor, req, res, circumstances }) =>
      asResult(async () => {
        await receiveFile(req, res)
        const { uploadType, assessmentProgramId } = UploadForm.parse(req.body ?? {})
        const programId = idOf(ProgramId, assessmentProgramId, THING)
        const program = await programOf(programId)
        mayIn(visitor, program?.networkId, 'write', THING, 'upload members to')
        if (!program) throw missing(THING)
        const { file } = req
        if (!file) throw invalid('file', uploadTexts.empty)
        if (!/\.csv$/i.test(file.originalname) && file.mimetype !== 'text/csv')
          throw new DomainError('wrong-type', 'wrong-type', uploadTexts.wrongType)
        if (file.size === 0) throw invalid('file', uploadTexts.empty)
        if (program.status !== 'Active' && !(program.status === 'Draft' && !program.upload.hasProfile))
          throw refused('not-active', 'Members can be uploaded only while the program is Active.')
        const uploadId = uploadIdOf(circumstances.cause ?? '')
        const result = await upload({ uploadId, program: program.upload, uploadType, bytes: file.buffer, circumstances })
        if (result.billsGenerated > 0) await followUp()
        return result
      }),
  }),
]
