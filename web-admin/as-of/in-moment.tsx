import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CalendarX2, Diff, History, ScrollText } from 'lucide-react'
import { type FormEvent, Fragment, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { dayNamed } from '../../modules/kernel/dates.ts'
import { addressAsOf, useAsOf } from '../domain/api/as-of.ts'
import { dayOf, formatDayOf, formatMinuteOf, momentOf, now } from '../domain/api/network-clock.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { sessionQuery, useUser } from '../domain/session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { PageHead, PageTools } from '../ui/page-head.tsx'
import { EmptyState } from '../ui/states.tsx'
import { banner, pair, ways } from './as-of.css.ts'

/** Why the address's moment cannot be shown; null if it can. */
export const momentProblem = (moment: string): string | null => {
  const isMoment = /^[^T]+T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/.test(moment) && !Number.isNaN(Date.parse(moment)) && dayNamed(moment.slice(0, 10))
  if (!isMoment) return 'The address has no valid date and time.'
  return moment > now() ? 'The date in the address is in the future.' : null
}

/** 'Mar 31, 2026' for the end of a day in the network's time zone; for any other moment, also the time. */
const momentWords = (moment: string): string => (moment === momentOf(dayOf(moment), null) ? formatDayOf(moment) : formatMinuteOf(moment))

/** The pages that can be shown as of an earlier moment. */
const keepsMoments = (path: string): boolean =>
  /^\/(?:dashboard|journal|changes|transactions|payors(?:\/bills\/[^/]+)?|members(?:\/[^/]+)?|assessments(?:\/(?!new$)[^/]+)?)?\/?$/.test(path)

/**
 * Returns a function that shows the page as of `moment`; null means today. It drops `page` and `at` from the address,
 * since they belong to the moment shown before.
 */
const useShowAsOf = () => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  return useCallback(
    (moment: string | null) => {
      const kept = new URLSearchParams(search)
      for (const name of ['page', 'at']) kept.delete(name)
      navigate(addressAsOf(`${path}?${kept}`, moment))
    },
    [path, search, navigate],
  )
}

const AsOfDialog = ({ onClose }: { onClose: () => void }) => {
  const shown = useAsOf()
  const show = useShowAsOf()
  const [day, setDay] = useState(shown === null ? '' : dayOf(shown))
  const [time, setTime] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = dayNamed(day)
    if (chosen === null) return setProblem('Choose a day')
    const moment = momentOf(chosen, time || null)
    if (moment > now()) return setProblem(time ? 'That moment is in the future' : 'That day has not ended yet: choose an earlier day or a time')
    onClose()
    show(moment)
  }
  return (
    <FormDialog
      onClose={onClose}
      title="See an Earlier Day"
      subject="Shows every figure, list and page as of then. Nothing can be changed there."
      action="Show This Day"
      className={pair}
      onSubmit={submit}
    >
      <TextField
        label="Day"
        type="date"
        max={dayOf(now())}
        value={day}
        problem={problem}
        onChange={({ target }) => {
          setDay(target.value)
          setProblem(undefined)
        }}
      />
      <TextField
        label="Time (optional)"
        type="time"
        hint="If empty, the end of the day is used"
        value={time}
        onChange={({ target }) => {
          setTime(target.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}

/** The menu for earlier moments. It is on each page that can show them, for Admins and Auditors. */
const LookBack = () => {
  const [path] = useLocation()
  const oversees = useOversees()
  const [asking, setAsking] = useState(false)
  if (!oversees || !keepsMoments(path)) return null
  return (
    <>
      <Menu trigger={<IconButton label="Look back" icon={History} tip={false} variant="default" />}>
        <MenuItem icon={CalendarClock} onSelect={() => setAsking(true)}>
          See an earlier day
        </MenuItem>
        <MenuItem icon={Diff} href="/changes">
          What has changed
        </MenuItem>
        <MenuItem icon={ScrollText} href="/journal">
          Journal
        </MenuItem>
      </Menu>
      {asking && <AsOfDialog onClose={() => setAsking(false)} />}
    </>
  )
}

const Then = ({ moment }: { moment: string }) => {
  const show = useShowAsOf()
  const network = useUser()?.network?.name ?? 'everything'
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Banner tone="warning" className={banner} title={`You are viewing ${network} as of ${momentWords(moment)}`}>
        Nothing can be changed here. Campaigns, their mails, credit and payouts are shown for today only.
        <div className={ways}>
          <Button onClick={() => show(null)}>Back to Today</Button>
          <Button variant="ghost" onClick={() => setAsking(true)}>
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

/** Shows the pages as of the moment in the address. Clears answers that were read as of another moment (R103). */
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
  if (problem !== null) return <OnlyTodayPage title="Invalid date">{problem}</OnlyTodayPage>
  if (moment !== null && !keepsMoments(path))
    return (
      <OnlyTodayPage title="This page shows today only">
        {`You are viewing the network as of ${momentWords(moment)}. This page has no data for earlier days.`}
      </OnlyTodayPage>
    )
  return (
    <PageTools value={<LookBack />}>
      {moment !== null && <Then moment={moment} />}
      <Fragment key={moment}>{children}</Fragment>
    </PageTools>
  )
}
