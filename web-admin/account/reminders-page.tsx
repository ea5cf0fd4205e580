import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { ReminderWish } from '../../modules/messages/contract.ts'
import { get, isConnectionLost, put } from '../api/client.ts'
import { errorMessage } from '../api/error-message.ts'
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
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <Frame title={t.title} text={t.text(networkName)}>
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

/** The mailed link that stops reminders. Opening it changes nothing: programs that look at links open it too. */
export const RemindersPage = () => {
  const { token = '' } = useParams<{ token: string }>()
  const wish = useQuery({ queryKey: ['reminders', token], queryFn: ({ signal }) => get<Wish>(`/reminders/${token}`, { signal }), retry: false })
  if (wish.data) return <Choice token={token} wish={wish.data.data} />
  return (
    <Frame title="Reminders">
      {wish.isError ? (
        <>
          <Banner tone="failure">{errorMessage(wish.error, 'load', 'reminder setting')}</Banner>
          <Button wide onClick={() => void wish.refetch()}>
            Try Again
          </Button>
        </>
      ) : (
        <Waiting>Opening...</Waiting>
      )}
    </Frame>
  )
}
