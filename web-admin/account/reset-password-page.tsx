import { useQuery } from '@tanstack/react-query'
import type { ResetTokenState } from '../../modules/identity/contract.ts'
import { ApiError, post } from '../api/client.ts'
import { serverMessage } from '../api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Frame, Waiting } from './frame.tsx'
import { ResetForm } from './reset-form.tsx'
import { resetProblem } from './reset-problem.ts'
import { useResetToken } from './reset-token.ts'

const BadToken = ({ heading, text }: { heading: string; text: string }) => (
  <Frame title="Reset password" heading={heading}>
    <Banner tone="failure">{text}</Banner>
    <ButtonLink href="/login" look="primary" wide>
      Back to Login
    </ButtonLink>
    <ButtonLink href="/forgot-password" look="ghost" wide>
      Request a new link
    </ButtonLink>
  </Frame>
)

export const ResetPasswordPage = () => {
  const token = useResetToken()
  const check = useQuery({
    queryKey: ['reset-token', token],
    queryFn: () =>
      post<ResetTokenState>('/password/reset/validate-token', { token }).catch((error: unknown) => {
        console.error(error)
        throw error
      }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (token === null) return <BadToken heading="invalid token" text="Invalid or expired reset token" />
  if (check.error instanceof ApiError && check.error.status < 500)
    return <BadToken heading={check.error.code === 'token-expired' ? 'token expired' : 'invalid token'} text={resetProblem(check.error)} />
  if (check.isError)
    return (
      <Frame title="Reset password">
        <Banner tone="failure">{serverMessage(check.error) ?? 'An error occurred. Please try again.'}</Banner>
        <Button onClick={() => void check.refetch()} wide>
          Try Again
        </Button>
      </Frame>
    )
  if (check.isPending)
    return (
      <Frame title="Reset password">
        <Waiting>Checking your reset link...</Waiting>
      </Frame>
    )
  return <ResetForm token={token} />
}
