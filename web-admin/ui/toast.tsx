import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'

export type Message = { key: number; text: string; tone: 'success' | 'failure' }
type Options = Partial<Pick<Message, 'tone'>>

export const toastAtom = atom<Message | null>(null)

/** Says one sentence for 8 seconds; a new one takes the place of the old. */
export const useToast = () => {
  const set = useSetAtom(toastAtom)
  return useCallback(
    (text: string, options: Options = {}) => set((last) => ({ tone: 'success', ...options, text, key: (last?.key ?? 0) + 1 })),
    [set],
  )
}
