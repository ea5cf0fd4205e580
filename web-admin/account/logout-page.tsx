import { useMutation, useQueryClient } from '@tanstack/react-query'
import { get } from '../domain/api/client.ts'
import { useGo } from '../domain/session/go.ts'
import { safeRedirect } from '../domain/session/safe-redirect.ts'
import { useOnce } from '../domain/session/use-once.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Frame, Waiting } from './frame.tsx'

type LogoutAnswer = { redirectTo: string | null | undefined }
const REDIRECT_AFTER = 500
const goodbye = `/login?${new URLSearchParams({ message: 'You have been logged out successfully' })}`

export const LogoutPage = () => {
  const client = useQueryClient()
  const go = useGo()
  const logout = useMutation({
    mutationFn: () => {
      const redirectTo = new URLSearchParams(window.location.search).get('redirectTo')
      return get<LogoutAnswer>('/auth/logout', { query: { redirectTo } })
    },
    onSuccess: ({ redirectTo }) => {
      client.clear()
      setTimeout(() => go(safeRedirect(redirectTo) ?? goodbye, { replace: true }), REDIRECT_AFTER)
    },
  })
  useOnce(() => logout.mutate())
  if (logout.isError)
    return (
      <Frame title="Logout Failed">
        <Banner tone="failure">There was an issue logging you out. You can try again or close your browser.</Banner>
        <ButtonLink href="/login" variant="primary" wide>
          Go to Login
        </ButtonLink>
      </Frame>
    )
  return (
    <Frame title="Sign out" heading={logout.isSuccess ? 'Signed out' : 'Signing out'}>
      {logout.isSuccess ? <Banner tone="success">You have been logged out successfully</Banner> : <Waiting>Logging out...</Waiting>}
    </Frame>
  )
}
