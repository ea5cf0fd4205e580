import type { Language } from '../../modules/kernel/language.ts'

type Words = Readonly<{ bill: string; scan: string; qrCode: string; code: string }>

/** What stands on a printed bill beside the words of the pay page. */
export const sheetWords: Record<Language, Words> = {
  en: { bill: 'Bill', scan: 'Or scan this with your phone, or open', qrCode: 'QR code of the pay link', code: 'Code of the bill' },
  es: {
    bill: 'Factura',
    scan: 'O escanee este código con su teléfono, o abra',
    qrCode: 'Código QR del enlace de pago',
    code: 'Código de la factura',
  },
}
