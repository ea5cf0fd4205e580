import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { slot } from './toast.css.ts'

export type Message = { key: number; text: string; tone: 'success' | 'failure' }
type Options = Partial<Pick<Message, 'tone'>>

export const toastAtom = atom<Message | null>(null)

/** The slots of the open dialogs, the topmost last. */
export const slotsAtom = atom<readonly HTMLElement[]>([])

/** An open dialog shows toasts in its own layout, so that they cover none of its controls. */
export const ToastSlot = ({ open = true }: { open?: boolean }) => {
  const set = useSetAtom(slotsAtom)
  const take = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      set((slots) => [...slots, element])
      return () => set((slots) => slots.filter((other) => other !== element))
    },
    [set],
  )
  return <div className={slot} aria-live="polite" {...(open ? { ref: take } : {})} />
}

/** Shows a message for 8 seconds; a new message replaces it. */
export const useToast = () => {
  const set = useSetAtom(toastAtom)
  return useCallback(
    (text: string, options: Options = {}) => set((last) => ({ tone: 'success', ...options, text, key: (last?.key ?? 0) + 1 })),
    [set],
  )
}
