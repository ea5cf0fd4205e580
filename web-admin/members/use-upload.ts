import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { UploadResult, type UploadType, uploadTexts } from '../../modules/members/contract.ts'
import { ApiError } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { upload } from '../api/upload.ts'
import { reloadProgram } from '../programs/reload-program.ts'

/** A refused file's answer is a result too, with a message and without the figures. */
const Refused = UploadResult.partial().extend({ success: z.boolean(), message: z.string().optional() })

export type Outcome = UploadResult & { message: string | null }

const nothing: Omit<UploadResult, 'success'> = {
  membersUploaded: 0,
  billGeneration: null,
  billsGenerated: 0,
  billGenerationError: null,
  errors: [],
  warnings: [],
}

/** The body of a failed call is the result when it carries `success`; else only a sentence is left. */
const failed = (error: unknown): Outcome => {
  const body = Refused.safeParse(error instanceof ApiError ? error.data : undefined)
  if (!body.success) return { ...nothing, success: false, message: messageOr(error, uploadTexts.failed) }
  const known = Object.fromEntries(Object.entries(body.data).filter(([, value]) => value !== undefined))
  return { ...nothing, success: body.data.success, ...known, message: body.data.message ?? null }
}

type Upload = { file: File; uploadType: UploadType; signal: AbortSignal }
export type Sent = { sent: number; total: number }

export const useUpload = (programId: string) => {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Sent>({ sent: 0, total: 0 })
  const mutation = useMutation({
    mutationFn: async ({ file, uploadType, signal }: Upload): Promise<Outcome> => {
      setProgress({ sent: 0, total: file.size })
      const form = new FormData()
      form.append('uploadType', uploadType)
      form.append('assessmentProgramId', programId)
      form.append('file', file)
      try {
        const result = await upload('/uploads', form, UploadResult, { signal, onProgress: (sent, total) => setProgress({ sent, total }) })
        return { ...result, message: null }
      } catch (error) {
        if (signal.aborted) throw error
        return failed(error)
      }
    },
    onSuccess: () => Promise.all([reloadProgram(client, programId), client.invalidateQueries({ queryKey: ['members'] })]),
  })
  return { ...mutation, progress }
}
