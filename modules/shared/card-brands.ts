const brands: Readonly<Record<string, string>> = { amex: 'American Express', diners: 'Diners Club', jcb: 'JCB', unionpay: 'UnionPay' }

/** The usual spelling of a card brand or bank, which Stripe writes in lower case ('visa'). */
export const brandName = (brand: string): string => brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
