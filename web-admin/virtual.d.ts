declare module 'virtual:event-icons' {
  /** The icon of each event of the journal, by type (scripts/event-icons-plugin.ts). */
  export const iconNames: Readonly<Record<string, import('../modules/kernel/events.ts').EventIcon>>
}
