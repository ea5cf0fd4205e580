// A church's own React app, used by the end-to-end test.
import { VestryPay, type VestryPayEvent, type VestryPayHandle, VestryProvider } from '@vestry/react'
import { useRef, useState } from 'react'

type Site = { origin: string; bill: string }

declare global {
  /** The events of the tag, in the order in which they came. */
  var received: string[] | undefined
}

const Dues = ({ bill }: Pick<Site, 'bill'>) => {
  const [shown, setShown] = useState(true)
  const [accent, setAccent] = useState<`#${string}`>('#5b2a86')
  const [status, setStatus] = useState('unknown')
  const pay = useRef<VestryPayHandle>(null)
  const receive = ({ type, detail }: VestryPayEvent) => {
    globalThis.received?.push(`${type} ${detail.status}, once ${status}`)
    setStatus(detail.status ?? 'none')
  }
  return (
    <main>
      <h1>Grace Church</h1>
      <p>Your bill: {status}</p>
      <button type="button" onClick={() => setShown(!shown)}>
        Show or hide
      </button>
      <button type="button" onClick={() => setAccent('#0a5c36')}>
        Go green
      </button>
      <button type="button" onClick={() => pay.current?.focus()}>
        To the form
      </button>
      <button type="button" onClick={() => pay.current?.reload()}>
        Once more
      </button>
      {shown && (
        <VestryPay
          ref={pay}
          bill={bill}
          loading="eager"
          theme="light"
          locale="en"
          accent={accent}
          className="dues"
          onReady={receive}
          onPending={receive}
          onPaid={receive}
          onError={receive}
        />
      )}
    </main>
  )
}

export const App = ({ origin, bill }: Site) => (
  <VestryProvider origin={origin}>
    <Dues bill={bill} />
  </VestryProvider>
)
