import type { MailedPageView } from '../mailed/view.ts'

/** True if reminders are stopped, and if the form has just changed that. */
export type RemindersStep = { step: 'wish'; stopped: boolean; changed: boolean }

export type RemindersPageView = MailedPageView<RemindersStep>
