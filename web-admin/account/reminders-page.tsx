import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { Language } from '../../modules/kernel/language.ts'
import type { ReminderWish } from '../../modules/messages/contract.ts'
import { ApiError, get, isConnectionLost, put } from '../api/client.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Frame, Waiting } from './frame.tsx'
import { remindersWords } from './reminders-words.ts'

type Wish = DataOf<ReminderWish>

const Choice = ({ token, wish: { networkName, language, stopped } }: { token: string; wish: ReminderWish }) => {
  const t = remindersWords[language]
  const client = useQueryClient()
  const choose = useMutation({
    mutationFn: (wanted: boolean) => put<Wish>(`/reminders/${token}`, { stopped: wanted }),
    onSuccess: (answer) => client.setQueryData(['reminders', token], answer),
  })
  return (
    <Frame title={t.title} text={t.text(networkName)} language={language}>
      {choose.isError && <Banner tone="failure">{isConnectionLost(choose.error) ? t.connectionLost : t.failed}</Banner>}
      {stopped && (
        <Banner tone="success" title={t.stopped}>
          {t.stillBills}
        </Banner>
      )}
      {!stopped && choose.isSuccess && <Banner tone="success">{t.comeAgain}</Banner>}
      <Button look={stopped ? 'default' : 'primary'} wide busy={choose.isPending} busyText={t.stopping} onClick={() => choose.mutate(!stopped)}>
        {stopped ? t.again : t.stop}
      </Button>
    </Frame>
  )
}

/** The network's language as its links name it, for what is shown before the server has answered. */
const languageAsked = (): Language => (new URLSearchParams(location.search).get('lang') === 'es' ? 'es' : 'en')

const reasonOf = (t: (typeof remindersWords)['en'], error: unknown): string => {
  if (error instanceof ApiError && error.status === 404) return t.invalid
  return isConnectionLost(error) ? t.offline : t.notOpened
}

/** The mailed link that stops reminders. Opening it changes nothing: programs that look at links open it too. */
export const RemindersPage = () => {
  const { token = '' } = useParams<{ token: string }>()
  const wish = useQuery({ queryKey: ['reminders', token], queryFn: ({ signal }) => get<Wish>(`/reminders/${token}`, { signal }), retry: false })
  const language = wish.data?.data.language ?? languageAsked()
  const t = remindersWords[language]
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  if (wish.data) return <Choice token={token} wish={wish.data.data} />
  return (
    <Frame title={t.title} language={language}>
      {wish.isError ? (
        <>
          <Banner tone="failure">{reasonOf(t, wish.error)}</Banner>
          <Button wide onClick={() => void wish.refetch()}>
            {t.tryAgain}
          </Button>
        </>
      ) : (
        <Waiting>{t.opening}</Waiting>
      )}
    </Frame>
  )
}
