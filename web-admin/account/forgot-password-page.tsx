import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Message } from '../../modules/shared/api.ts'
import { post } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { safeRedirect } from '../domain/session/safe-redirect.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { BackLink } from '../ui/page-head.tsx'
import { useChecks } from '../ui/use-checks.ts'
import * as styles from './frame.css.ts'
import { Frame } from './frame.tsx'
import { useOrigin } from './origin.ts'

const contract = () => import('../../modules/identity/contract.ts')

export const ForgotPasswordPage = () => {
  const [redirectTo] = useState(() => safeRedirect(new URLSearchParams(window.location.search).get('redirectTo')))
  const { t, said, language, network, from, linkTo } = useOrigin(redirectTo)
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: useChecks(contract, ({ ResetRequest }) => ResetRequest),
    defaultValues: { email: '' },
  })
  const request = useMutation({
    mutationFn: (body: { email: string }) => post<Message>('/password/reset/request', { ...body, ...from }),
    onSuccess: () => reset(),
  })
  const submit = handleSubmit((body) => request.mutate(body))
  return (
    <Frame language={language} title={t.forgotTitle} text={network === null ? t.forgotText : t.forgotFor(network)}>
      {request.isSuccess && <Banner tone="success">{t.resetSent}</Banner>}
      {request.isError && <Banner tone="failure">{said(messageOr(request.error, t.failed))}</Banner>}
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t.email}
          type="email"
          autoComplete="email"
          {...register('email')}
          problem={formState.errors.email?.message && said(formState.errors.email.message)}
        />
        <Button type="submit" variant="primary" wide busy={request.isPending} busyText={t.sendingReset}>
          {t.sendReset}
        </Button>
      </form>
      <p>
        <BackLink href={linkTo('/login')}>{t.backToLogin}</BackLink>
      </p>
    </Frame>
  )
}
