import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadResult, UploadState, UploadType } from '../../../modules/payors/contract.ts'
import { uploadTexts } from '../../../modules/payors/values.ts'
import { ApiError, apiUrl, get, lostConnection, parsed, refuse, trusted } from '../../domain/api/client.ts'
import { genericMessage, messageOr } from '../../domain/api/error-message.ts'
import { CLOCK_HEADER, setNetworkClock } from '../../domain/api/network-clock.ts'
import { checkNetwork, NETWORK_HEADER, shownNetwork } from '../../domain/api/tab-network.ts'
import { reloadProgram } from '../../domain/program/calls.ts'
import { manyWere } from './upload-words.ts'

type Options = { onProgress?: (sent: number, total: number) => void; signal?: AbortSignal; idempotencyKey?: string }

/** A multipart POST with progress events, which fetch lacks. */
const upload = <Answer>(path: string, form: FormData, options: Options = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiUrl(path))
    request.withCredentials = true
    request.setRequestHeader('accept', 'application/json')
    const network = shownNetwork()
    if (network !== null) request.setRequestHeader(NETWORK_HEADER, network)
    if (options.idempotencyKey) request.setRequestHeader('idempotency-key', options.idempotencyKey)
    request.upload.addEventListener('progress', (event) => event.lengthComputable && options.onProgress?.(event.loaded, event.total))
    request.addEventListener('error', () => reject(lostConnection()))
    request.addEventListener('timeout', () => reject(new Error('timeout')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')))
    request.addEventListener('load', () => {
      const data = parsed(request.responseText)
      setNetworkClock(request.getResponseHeader(CLOCK_HEADER))
      try {
        checkNetwork(request.getResponseHeader(NETWORK_HEADER))
        resolve(request.status >= 200 && request.status < 300 ? trusted(request.status, data) : refuse(request.status, data))
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })

/** A UUID. On plain http crypto.randomUUID is missing. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, i) => (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const keyOf = (programId: string) => `vestry.upload.${programId}`

/** The id of this tab's upload into a program, by which the page finds the upload again after a reload. */
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
    // Without storage, the upload's progress is lost with a reload.
  }
}

const forget = (programId: string): void => {
  try {
    sessionStorage.removeItem(keyOf(programId))
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The answer if a file was refused: a result without figures. */
type Refused = Partial<UploadResult> & { success: boolean; message?: string }
const isResult = (data: unknown): data is Refused => typeof (data as Partial<Refused> | null | undefined)?.success === 'boolean'

/** `hint`: advice after a failure. `ofRows`: the number of the file's rows, if the figures do not contain it. */
export type Outcome = UploadResult & { message: string | null; hint: string | null; ofRows?: number }

/** Says this since some rows may already have been written. */
const AGAIN = 'You can upload the same file again: nobody is billed twice.'

const nothing: Omit<UploadResult, 'success'> = {
  membersUploaded: 0,
  billGeneration: null,
  billsGenerated: 0,
  billGenerationError: null,
  errors: [],
  warnings: [],
}

/** The result in the body of a failed call; without one, only a message. */
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

/** Checks a file without writing anything. */
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
  /** Dismisses an upload that was resumed after a reload. */
  const leave = () => {
    forget(programId)
    setId(null)
    void reload()
  }
  return { ...mutation, progress, id, leave }
}

const POLL_MS = 400

/** The progress of an upload, read again and again while it runs; null while the server does not know the upload. */
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

/** The result of an upload after its page was reloaded: figures without rows. */
export const outcomeOf = ({ state, rows, membersUploaded, billsGenerated, rejected }: UploadState): Outcome => {
  if (state === 'interrupted')
    return {
      ...nothing,
      success: false,
      message: 'The upload was interrupted.',
      hint: 'Please upload the same file again: it continues where it stopped, and nobody is billed twice.',
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
