import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** The bill, and the status that the frame shows. It does not prove a payment; only the app's own record does. */
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

/** The tag `<vestry-pay>`. Its methods exist once the app's script has run. */
export interface VestryPayElement extends HTMLElement {
  reload?(): void
}

/** A bill or a network, never both. */
export type Shown = { bill: string; network?: never } | { network: string; bill?: never }

export type VestryPayAttributes = Shown & {
  mode?: 'inline' | 'button' | undefined
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** The pay page's language; the visitor's by default. */
  locale?: 'en' | 'es' | undefined
  loading?: 'lazy' | 'eager' | undefined
  /** The text of the link, and the title of the frame. */
  label?: string | undefined
}

export type VestryPayTag = DetailedHTMLProps<HTMLAttributes<VestryPayElement>, VestryPayElement> &
  VestryPayAttributes & { class?: string | undefined }

declare global {
  interface HTMLElementTagNameMap {
    'vestry-pay': VestryPayElement
  }
  // The events bubble to elements, documents and windows.
  interface GlobalEventHandlersEventMap extends VestryPayEventMap {}
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vestry-pay': VestryPayTag
    }
  }
}
