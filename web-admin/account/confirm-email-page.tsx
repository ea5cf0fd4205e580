import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message } from '../../modules/shared/api.ts'
import { get } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { safeRedirect } from '../domain/session/safe-redirect.ts'
import { useOnce } from '../domain/session/use-once.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Frame, Waiting } from './frame.tsx'
import { useOrigin } from './origin.ts'

export const ConfirmEmailPage = () => {
  const token = new URLSearchParams(window.location.search).get('token')
  const [redirectTo] = useState(() => safeRedirect(new URLSearchParams(window.location.search).get('redirectTo')))
  const { t, said, language, network, linkTo } = useOrigin(redirectTo)
  const confirm = useMutation({ mutationFn: (value: string) => get<Message>('/auth/confirm-email', { query: { token: value } }) })
  useOnce(() => {
    if (token) confirm.mutate(token)
  })
  const problem = token ? confirm.error && messageOr(confirm.error, t.unexpected) : t.invalidConfirmation
  return (
    <Frame language={language} title={t.confirmTitle}>
      {problem !== null ? (
        <Banner tone="failure">{said(problem)}</Banner>
      ) : confirm.isSuccess ? (
        <Banner tone="success">{network === null ? t.emailConfirmed : t.confirmedToPay(network)}</Banner>
      ) : (
        <Waiting>{t.confirmingEmail}</Waiting>
      )}
      {(confirm.isSuccess || problem !== null) && (
        <ButtonLink href={linkTo('/login')} variant={confirm.isSuccess ? 'primary' : 'default'} wide>
          {t.goToLogin}
        </ButtonLink>
      )}
    </Frame>
  )
}
