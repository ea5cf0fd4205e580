import { useQueryClient } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useAsOf } from '../domain/api/as-of.ts'
import { sessionQuery, useUser } from '../domain/session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead, PageTools } from '../ui/page-head.tsx'
import { banner, ways } from './as-of.css.ts'
import { AsOfDialog } from './as-of-dialog.tsx'
import { LookBack } from './look-back.tsx'
import { keepsMoments, momentProblem, momentWords } from './moments.ts'
import { useShowAsOf } from './use-show-as-of.ts'

/** Above every page of an earlier moment: which one it is, what that means, and the way back. */
const Then = ({ moment }: { moment: string }) => {
  const show = useShowAsOf()
  const network = useUser()?.network?.name ?? 'everything'
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Banner tone="warning" className={banner} title={`You see ${network} as it stood on ${momentWords(moment)}`}>
        Nothing can be changed here. Campaigns, their mails, credit and payouts are shown for today only.
        <div className={ways}>
          <Button onClick={() => show(null)}>Back to Today</Button>
          <Button look="ghost" onClick={() => setAsking(true)}>
            Another day
          </Button>
        </div>
      </Banner>
      {asking && <AsOfDialog onClose={() => setAsking(false)} />}
    </>
  )
}

const OnlyTodayPage = ({ title, children }: { title: string; children: ReactNode }) => {
  const show = useShowAsOf()
  return (
    <>
      <PageHead title="An earlier day" />
      <EmptyState icon={CalendarX2} title={title} action={<Button onClick={() => show(null)}>Back to Today</Button>}>
        {children}
      </EmptyState>
    </>
  )
}

/** The pages as of the moment that the address names: what was read as of another one is forgotten first (R165). */
export const InMoment = ({ children }: { children: ReactNode }) => {
  const [path] = useLocation()
  const moment = useAsOf()
  const client = useQueryClient()
  const [shown, setShown] = useState(moment)
  useEffect(() => {
    if (shown === moment) return
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
    setShown(moment)
  }, [client, shown, moment])
  if (shown !== moment) return null
  const problem = moment === null ? null : momentProblem(moment)
  if (problem !== null) return <OnlyTodayPage title="There is no such moment">{problem}</OnlyTodayPage>
  if (moment !== null && !keepsMoments(path))
    return (
      <OnlyTodayPage title="This page shows today only">
        {`You see the network as it stood on ${momentWords(moment)}. What this page shows is not kept for earlier days.`}
      </OnlyTodayPage>
    )
  return (
    <PageTools value={<LookBack />}>
      {moment !== null && <Then moment={moment} />}
      <Fragment key={moment}>{children}</Fragment>
    </PageTools>
  )
}
