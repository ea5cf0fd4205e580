import type { Express } from 'express'
import type { RemindersStep } from '../../pay-widget/reminders/view.ts'
import type { Reminders } from '../messages/reminder-routes.ts'
import { type MailedPageDependencies, mountMailedPage } from './mailed-pages.ts'

export type ReminderPagesDependencies = MailedPageDependencies<RemindersStep> & Readonly<{ reminders: Reminders }>

/** The page on which payors stop reminders by a mailed link (R95). */
export const mountReminderPages = (app: Express, { reminders, ...dependencies }: ReminderPagesDependencies): void =>
  mountMailedPage<RemindersStep>(
    app,
    {
      name: 'reminders',
      limits: reminders.limits,
      look: async (token, { query }) => {
        const { network, contact, stopped } = await reminders.look(token)
        return { shown: { step: 'wish', stopped, changed: query.changed === '1' }, network: network.name, contact: await contact() }
      },
      choose: async (token, { stopped }, circumstances) => {
        const { appended } = await reminders.wish(token, stopped !== 'false', circumstances)
        return { appended, next: { changed: '1' } }
      },
    },
    dependencies,
  )
