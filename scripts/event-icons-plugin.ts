import type { Plugin } from 'vite'
import { allEvents } from '../modules/events.ts'

const ID = 'virtual:event-icons'

/** Gives the admin the icon of each event of the journal without the event tables that declare it. */
export const eventIconsPlugin = (): Plugin => ({
  name: 'event-icons',
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  load: (id) => {
    if (id !== `\0${ID}`) return
    const { SlugReserved: _, ...journal } = allEvents
    return `export const iconNames = ${JSON.stringify(Object.fromEntries(Object.entries(journal).map(([type, { icon }]) => [type, icon])))}`
  },
})
