'use client'
import { type CSSProperties, createContext, forwardRef, type ReactNode, useContext, useEffect, useImperativeHandle, useRef } from 'react'
import type { VestryPayAttributes, VestryPayElement, VestryPayEvent, VestryPayEventMap } from './element.ts'
import { addLoader, type VestryApp } from './loader.ts'

export type { VestryPayAttributes, VestryPayDetail, VestryPayElement, VestryPayEvent, VestryPayEventMap } from './element.ts'
export type { VestryApp } from './loader.ts'

/** Becomes custom properties of the tag. Vestry ignores values that are invalid or hard to read. */
type Appearance = {
  /** Such as `#5b2a86`. */
  accent?: `#${string}` | undefined
  /** The radius of corners, up to 24 pixels. */
  radius?: number | undefined
  /** A font that visitors have, such as `Georgia`. */
  font?: string | undefined
  /** The background colour. Set together with `text`. */
  surface?: `#${string}` | undefined
  text?: `#${string}` | undefined
}

type HandlerProps = (event: VestryPayEvent) => void
type Handlers = {
  onReady?: HandlerProps | undefined
  onResize?: HandlerProps | undefined
  onPending?: HandlerProps | undefined
  onPaid?: HandlerProps | undefined
  onError?: HandlerProps | undefined
  onExpand?: HandlerProps | undefined
}

type Provided = { [Name in keyof VestryApp]?: undefined }

export type VestryPayProps = VestryPayAttributes &
  Appearance &
  Handlers &
  (VestryApp | Provided) & {
    /** Shown until the frame has loaded, or if it is blocked. A link to the pay page by default. */
    fallback?: ReactNode
    id?: string | undefined
    className?: string | undefined
    style?: CSSProperties | undefined
  }

export type VestryPayHandle = {
  /** Reloads the frame. */
  reload: () => void
  /** Moves the focus into the frame. */
  focus: () => void
}

const handlers = {
  'vestry-pay:ready': 'onReady',
  'vestry-pay:resize': 'onResize',
  'vestry-pay:pending': 'onPending',
  'vestry-pay:paid': 'onPaid',
  'vestry-pay:error': 'onError',
  'vestry-pay:expand': 'onExpand',
} as const satisfies Record<keyof VestryPayEventMap, keyof Handlers>
const events = Object.keys(handlers) as (keyof VestryPayEventMap)[]

const App = createContext<VestryApp | null>(null)

/** Sets the app's address for all tags within. */
export const VestryProvider = ({ children, ...app }: VestryApp & { children?: ReactNode }) => <App.Provider value={app}>{children}</App.Provider>

/** Vestry's pay page for a bill, or the form that finds a bill in a network. */
export const VestryPay = forwardRef<VestryPayHandle, VestryPayProps>(function VestryPay(props, handle) {
  const { bill, network, mode, theme, locale, loading, label, accent, radius, font, surface, text, fallback, id, className, style } = props
  const provided = useContext(App)
  const app = props.origin === undefined ? provided : props
  if (!app) throw new Error('<VestryPay> needs the address of the app: as `origin`, or of a <VestryProvider origin="https://…"> around it.')
  const { origin, version, integrity, nonce } = app

  const tag = useRef<VestryPayElement>(null)
  const latest = useRef<Handlers>(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const element = tag.current
    const receive = (event: VestryPayEvent) => latest.current[handlers[event.type as keyof VestryPayEventMap]]?.(event)
    for (const name of events) element?.addEventListener(name, receive)
    return () => {
      for (const name of events) element?.removeEventListener(name, receive)
    }
  }, [])
  useEffect(() => {
    addLoader({ origin, nonce, ...(version === undefined ? {} : { version, integrity }) })
  }, [origin, version, integrity, nonce])
  useImperativeHandle(handle, () => ({ reload: () => tag.current?.reload?.(), focus: () => tag.current?.focus() }), [])

  const appearance = {
    '--vestry-pay-accent': accent,
    '--vestry-pay-radius': radius === undefined ? undefined : `${radius}px`,
    '--vestry-pay-font': font,
    '--vestry-pay-surface': surface,
    '--vestry-pay-text': text,
  }
  // The look is part of the frame's address, which the tag builds when it loads, so a new look needs a new tag.
  const key = JSON.stringify(appearance)
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current !== key) tag.current?.reload?.()
    shown.current = key
  }, [key])

  const page = new URL(bill === undefined ? `/find/${encodeURIComponent(network)}` : `/pay/${encodeURIComponent(bill)}`, origin)
  if (locale) page.searchParams.set('lang', locale)
  const which = bill === undefined ? { network } : { bill }
  return (
    // The tag sets its own height, perhaps before React has hydrated the server's markup.
    <vestry-pay
      ref={tag}
      {...which}
      {...{ mode, theme, locale, loading, label, id }}
      class={className}
      style={{ ...style, ...appearance }}
      suppressHydrationWarning
    >
      {fallback === undefined ? (
        <a slot="fallback" href={page.href}>
          {label || (locale === 'es' ? 'Pagar su factura' : 'Pay your bill')}
        </a>
      ) : (
        <div slot="fallback">{fallback}</div>
      )}
    </vestry-pay>
  )
})
