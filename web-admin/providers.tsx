import { QueryClientProvider } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { toastAtom } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

const Toaster = lazy(async () => ({ default: (await import('./ui/toaster.tsx')).Toaster }))

/** Its file comes with the first message. */
const Messages = () => {
  const [wanted, setWanted] = useState(false)
  const toast = useAtomValue(toastAtom)
  if (toast && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )
  )
}

export const Providers = ({ children }: { children: ReactNode }) => {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        {children}
        <Messages />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
