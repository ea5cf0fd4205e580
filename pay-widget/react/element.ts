import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** Which bill, and its status as the frame shows it. A hint, and no proof of a payment: that is what the app itself records. */
export type VestryPayDetail = { bill: string | null; status: string | null }
export type VestryPayEvent = CustomEvent<VestryPayDetail>

export interface VestryPayEventMap {
  'vestry-pay:ready': VestryPayEvent
  'vestry-pay:resize': VestryPayEvent
  'vestry-pay:pending': VestryPayEvent
  'vestry-pay:paid': VestryPayEvent
  'vestry-pay:error': VestryPayEvent
  'vestry-pay:expand': VestryPayEvent
}

/** The tag `<vestry-pay>` once the app's script is there; until then it has no methods of its own. */
export interface VestryPayElement extends HTMLElement {
  reload?(): void
}

/** A bill or a network, never both. */
export type Shown = { bill: string; network?: never } | { network: string; bill?: never }

export type VestryPayAttributes = Shown & {
  mode?: 'inline' | 'button' | undefined
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** The language of the pay page; the visitor's own unless it is named. */
  locale?: 'en' | 'es' | undefined
  loading?: 'lazy' | 'eager' | undefined
  /** The words of the link, and the title of the frame. */
  label?: string | undefined
}

export type VestryPayTag = DetailedHTMLProps<HTMLAttributes<VestryPayElement>, VestryPayElement> &
  VestryPayAttributes & { class?: string | undefined }

declare global {
  interface HTMLElementTagNameMap {
    'vestry-pay': VestryPayElement
  }
  // Elements, documents and windows hear them all.
  interface GlobalEventHandlersEventMap extends VestryPayEventMap {}
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vestry-pay': VestryPayTag
    }
  }
}
