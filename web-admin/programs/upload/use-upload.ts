import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadResult, UploadState, UploadType } from '../../../modules/payors/contract.ts'
import { uploadTexts } from '../../../modules/payors/values.ts'
import { ApiError, get } from '../../domain/api/client.ts'
import { genericMessage, messageOr } from '../../domain/api/error-message.ts'
import { upload } from '../../domain/api/upload.ts'
import { reloadProgram } from '../../domain/program/calls.ts'
import { manyWere } from './upload-words.ts'

/** A UUID, also on plain http, where crypto.randomUUID lacks. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, i) => (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const keyOf = (programId: string) => `vestry.upload.${programId}`

/** The upload that this tab has under way in a program, so that it is found again after a reload. */
const recall = (programId: string): string | null => {
  try {
    return sessionStorage.getItem(keyOf(programId))
  } catch {
    return null
  }
}

const remember = (programId: string, id: string): void => {
  try {
    sessionStorage.setItem(keyOf(programId), id)
  } catch {
    // A browser that keeps nothing shows the progress until it is reloaded.
  }
}

const forget = (programId: string): void => {
  try {
    sessionStorage.removeItem(keyOf(programId))
  } catch {
    // Nothing was kept.
  }
}

/** A refused file's answer is a result too, with a message and without the figures. */
type Refused = Partial<UploadResult> & { success: boolean; message?: string }
const isResult = (data: unknown): data is Refused => typeof (data as Partial<Refused> | null | undefined)?.success === 'boolean'

/** `hint`: what a failure means for the file; `ofRows`: how many rows it has, where its figures do not tell. */
export type Outcome = UploadResult & { message: string | null; hint: string | null; ofRows?: number }

/** Some of its rows may be there already. */
const AGAIN = 'You can upload the same file again: nobody is billed twice.'

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
  const body = error instanceof ApiError ? error.data : null
  if (!isResult(body)) {
    const refused = error instanceof ApiError && error.status < 500
    const hint = refused ? null : `${genericMessage(error, 'upload', 'file')} ${AGAIN}`
    return { ...nothing, success: false, message: messageOr(error, uploadTexts.failed), hint }
  }
  return { ...nothing, ...body, message: body.message ?? null, hint: null }
}

type Chosen = { file: File; uploadType: UploadType }
type Upload = Chosen & { signal: AbortSignal }
export type Sent = { sent: number; total: number }

const formOf = (programId: string, { file, uploadType }: Chosen, more: Record<string, string>): FormData => {
  const form = new FormData()
  form.append('uploadType', uploadType)
  form.append('assessmentProgramId', programId)
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  form.append('file', file)
  return form
}

/** What an upload would do; nothing is written. */
export const useCheck = (programId: string) =>
  useMutation({
    mutationFn: async (chosen: Chosen): Promise<Outcome> => {
      try {
        return { ...(await upload<UploadResult>('/uploads', formOf(programId, chosen, { dryRun: 'true' }))), message: null, hint: null }
      } catch (error) {
        return failed(error)
      }
    },
  })

export const useUpload = (programId: string) => {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Sent>({ sent: 0, total: 0 })
  const [id, setId] = useState<string | null>(() => recall(programId))
  const reload = () => Promise.all([reloadProgram(client, programId), client.invalidateQueries({ queryKey: ['members'] })])
  const mutation = useMutation({
    mutationFn: async ({ signal, ...chosen }: Upload): Promise<Outcome> => {
      const progressId = newId()
      setProgress({ sent: 0, total: chosen.file.size })
      setId(progressId)
      remember(programId, progressId)
      try {
        const form = formOf(programId, chosen, { progressId })
        const result = await upload<UploadResult>('/uploads', form, { signal, onProgress: (sent, total) => setProgress({ sent, total }) })
        return { ...result, message: null, hint: null }
      } catch (error) {
        if (signal.aborted) throw error
        return failed(error)
      } finally {
        forget(programId)
        setId(null)
      }
    },
    onSuccess: reload,
  })
  /** Lets go of an upload that was found again. */
  const leave = () => {
    forget(programId)
    setId(null)
    void reload()
  }
  return { ...mutation, progress, id, leave }
}

const POLL_MS = 400

/** How far the server is with an upload, asked again and again while it runs; null for one that it does not know (yet). */
export const useUploadState = (id: string | null, { resumed }: { resumed: boolean }) =>
  useQuery({
    queryKey: ['uploads', id],
    queryFn: ({ signal }) =>
      get<UploadState>(`/uploads/${id}`, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
    enabled: id !== null,
    gcTime: 0,
    retry: true,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' || (data !== undefined && !resumed && !data) ? POLL_MS : false),
  })

/** What is left to say of an upload whose page was reloaded: figures, and no rows. */
export const outcomeOf = ({ state, rows, membersUploaded, billsGenerated, rejected }: UploadState): Outcome => {
  if (state === 'interrupted')
    return {
      ...nothing,
      success: false,
      message: 'The upload was interrupted.',
      hint: 'Please upload the same file again: it goes on where it stopped, and nobody is billed twice.',
    }
  if (state === 'failed') return { ...nothing, success: false, message: uploadTexts.failed, hint: AGAIN }
  const left = rejected ?? 0
  return {
    ...nothing,
    success: (membersUploaded ?? 0) > 0,
    ofRows: rows,
    membersUploaded: membersUploaded ?? 0,
    billsGenerated: billsGenerated ?? 0,
    warnings: left > 0 ? [`${manyWere(left, 'row')} rejected. Check the file again to see which, and why: checking writes nothing.`] : [],
    message: null,
    hint: null,
  }
}
