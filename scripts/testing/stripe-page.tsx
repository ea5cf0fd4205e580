// A page that pays with the unmodified @stripe/react-stripe-js. Its query string names the intent and the methods.
import { CardElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
const clientSecret = query.get('secret') ?? ''
const named = query.get('method')
const stripe = loadStripe('pk_test_sandbox', { stripeAccount: query.get('account') ?? '' })
const isCard = query.get('kind') === 'card'

const Form = () => {
  const stripe = useStripe()
  const elements = useElements()
  const [reported, setReported] = useState('')
  const [ready, setReady] = useState(false)
  const [complete, setComplete] = useState(false)
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements) return
    const card = elements.getElement(CardElement)
    const { error, paymentIntent } = card
      ? await stripe.confirmCardPayment(clientSecret, { payment_method: named ?? { card, billing_details: { name: 'Ada' } } })
      : await stripe.confirmPayment({ elements, redirect: 'if_required', confirmParams: { return_url: location.href } })
    setReported(error ? `${error.code}: ${error.message}` : (paymentIntent?.status ?? ''))
  }
  return (
    <form onSubmit={(event) => void pay(event)}>
      {isCard ? (
        <CardElement onReady={() => setReady(true)} />
      ) : (
        <PaymentElement onReady={() => setReady(true)} onChange={(event) => setComplete(event.complete)} />
      )}
      <button type="submit" disabled={!ready}>
        Pay
      </button>
      <output data-complete={complete}>{reported}</output>
    </form>
  )
}

const theme = query.get('theme') === 'night' ? 'night' : 'stripe'
const options = isCard ? {} : { clientSecret, appearance: { theme, variables: { borderRadius: '8px' } } as const }
createRoot(document.body.appendChild(document.createElement('main'))).render(
  <StrictMode>
    <Elements stripe={stripe} options={options}>
      <Form />
    </Elements>
  </StrictMode>,
)
