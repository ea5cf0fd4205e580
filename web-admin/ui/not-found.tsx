import { MapPinOff } from 'lucide-react'
import { ButtonLink } from './button.tsx'
import { PageHead } from './page-head.tsx'
import { EmptyState } from './states.tsx'

/** Shown for an unknown address within the application. */
export const NotFound = () => (
  <>
    <PageHead title="Page not found" />
    <EmptyState icon={MapPinOff} title="There is nothing at this address" action={<ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>}>
      The address may be mistyped, or the page has moved.
    </EmptyState>
  </>
)
