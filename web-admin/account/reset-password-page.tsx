import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResetTokenState } from '../../modules/identity/contract.ts'
import { ApiError, post } from '../domain/api/client.ts'
import { serverMessage } from '../domain/api/error-message.ts'
import { safeRedirect } from '../domain/session/safe-redirect.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Frame, Waiting } from './frame.tsx'
import { ResetForm } from './reset-form.tsx'
import { resetProblem } from './reset-problem.ts'
import { useResetToken } from './reset-token.ts'
import { useVisit, type Visit } from './visit.ts'

const BadToken = ({ visit: { t, said, language, linkTo }, expired, text }: { visit: Visit; expired: boolean; text: string }) => (
  <Frame language={language} title={t.resetTitle} heading={expired ? t.expiredToken : t.invalidToken}>
    <Banner tone="failure">{said(text)}</Banner>
    <ButtonLink href={linkTo('/login')} look="primary" wide>
      {t.backToLogin}
    </ButtonLink>
    <ButtonLink href={linkTo('/forgot-password')} look="ghost" wide>
      {t.newLink}
    </ButtonLink>
  </Frame>
)

export const ResetPasswordPage = () => {
  const token = useResetToken()
  const [redirectTo] = useState(() => safeRedirect(new URLSearchParams(window.location.search).get('redirectTo')))
  const visit = useVisit(redirectTo)
  const { t, said, language } = visit
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
  if (token === null) return <BadToken visit={visit} expired={false} text="Invalid or expired reset token" />
  if (check.error instanceof ApiError && check.error.status < 500)
    return <BadToken visit={visit} expired={check.error.code === 'token-expired'} text={resetProblem(check.error)} />
  if (check.isError)
    return (
      <Frame language={language} title={t.resetTitle}>
        <Banner tone="failure">{said(serverMessage(check.error) ?? t.failed)}</Banner>
        <Button onClick={() => void check.refetch()} wide>
          {t.tryAgain}
        </Button>
      </Frame>
    )
  if (check.isPending)
    return (
      <Frame language={language} title={t.resetTitle}>
        <Waiting>{t.checkingReset}</Waiting>
      </Frame>
    )
  return <ResetForm token={token} visit={visit} />
}
