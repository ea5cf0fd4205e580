// Checks which uses of the package compile, both against its source and against the packed files.
import { VestryPay, type VestryPayHandle, VestryProvider } from '@vestry/react'
import { createRef } from 'react'

const origin = 'https://pay.example.org'
const handle = createRef<VestryPayHandle>()

export const right = [
  <VestryPay key="1" ref={handle} origin={origin} bill="b" theme="dark" locale="es" mode="inline" loading="eager" label="Pay" id="dues" />,
  <VestryPay key="2" origin={origin} network="st-mark" accent="#5b2a86" radius={8} font="Georgia" surface="#fff" text="#000" style={{ margin: 0 }} />,
  <VestryPay key="3" origin={origin} version="1.0.0" integrity="sha384-x" nonce="n" bill="b" fallback={<p>Later</p>} className="dues" />,
  <VestryPay key="4" bill="b" onPaid={({ detail }) => detail.status?.toUpperCase()} onExpand={(event) => event.detail.bill?.length} />,
  <VestryProvider key="5" origin={origin} version="1.0.0" integrity="sha384-x">
    <VestryPay network="st-mark" />
  </VestryProvider>,
  <vestry-pay key="6" bill="b" theme="auto" class="dues" />,
]

export const wrong = [
  // @ts-expect-error a bill or a network
  <VestryPay key="1" origin={origin} />,
  // @ts-expect-error not both
  <VestryPay key="2" origin={origin} bill="b" network="st-mark" />,
  // @ts-expect-error no such theme
  <VestryPay key="3" bill="b" theme="pink" />,
  // @ts-expect-error a number of pixels
  <VestryPay key="4" bill="b" radius="1rem" />,
  // @ts-expect-error not a named color
  <VestryPay key="5" bill="b" accent="purple" />,
  // @ts-expect-error the newest release changes, and has no integrity
  <VestryPay key="6" bill="b" origin={origin} integrity="sha384-x" />,
  // @ts-expect-error a version needs an origin
  <VestryPay key="7" bill="b" version="1.0.0" />,
  // @ts-expect-error the status may be null
  <VestryPay key="8" bill="b" onPaid={({ detail }) => detail.status.toUpperCase()} />,
  // @ts-expect-error no such event
  <VestryPay key="9" bill="b" onRefund={() => {}} />,
  // @ts-expect-error without an address
  <VestryProvider key="10">{null}</VestryProvider>,
  // @ts-expect-error not both, of the tag itself
  <vestry-pay key="11" bill="b" network="st-mark" />,
]

export const listen = (): void => {
  document.addEventListener('vestry-pay:paid', ({ detail }) => detail.bill?.length)
  document.querySelector('vestry-pay')?.addEventListener('vestry-pay:error', ({ detail }) => detail.status?.length)
  document.querySelector('vestry-pay')?.reload?.()
  handle.current?.reload()
  handle.current?.focus()
  // @ts-expect-error a handler of a different event type
  document.addEventListener('vestry-pay:paid', (event: KeyboardEvent) => event.key)
  // @ts-expect-error the handle has no other methods
  handle.current?.remove()
}
