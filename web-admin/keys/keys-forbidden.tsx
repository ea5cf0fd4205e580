import { ErrorState } from '../ui/error-state.tsx'

/** Shown to Members instead of the keys. */
export const KeysForbidden = () => (
  <ErrorState title="You do not have permission to view this network.">Ask its administrator if your software needs a key.</ErrorState>
)
