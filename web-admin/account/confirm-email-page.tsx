import { useMutation } from '@tanstack/react-query'
import type { Message } from '../../modules/kernel/api.ts'
import { get } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { useOnce } from '../session/use-once.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Frame, Waiting } from './frame.tsx'

const CONFIRMED = 'Your email has been verified successfully! You can now log in.'
const INVALID = 'Invalid or expired confirmation link.'

export const ConfirmEmailPage = () => {
  const token = new URLSearchParams(window.location.search).get('token')
  const confirm = useMutation({ mutationFn: (value: string) => get<Message>('/auth/confirm-email', { query: { token: value } }) })
  useOnce(() => {
    if (token) confirm.mutate(token)
  })
  const problem = token ? confirm.error && messageOr(confirm.error, 'An unexpected error occurred.') : INVALID
  return (
    <Frame title="Confirm your email">
      {problem !== null ? (
        <Banner tone="failure">{problem}</Banner>
      ) : confirm.isSuccess ? (
        <Banner tone="success">{CONFIRMED}</Banner>
      ) : (
        <Waiting>Confirming your email...</Waiting>
      )}
      {(confirm.isSuccess || problem !== null) && (
        <ButtonLink href="/login" look={confirm.isSuccess ? 'primary' : 'default'} wide>
          Go to Login
        </ButtonLink>
      )}
    </Frame>
  )
}
