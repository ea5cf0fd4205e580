import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from './domain/queries.ts'
import { AskForFreshSignIn } from './domain/session/ask-for-fresh-sign-in.tsx'
import { Toaster } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

export const Providers = ({ children }: { children: ReactNode }) => {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        {children}
        <AskForFreshSignIn />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
