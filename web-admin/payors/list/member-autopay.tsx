import { useState } from 'react'
import type { PayorsMandate } from '../../../modules/autopay/contract.ts'
import { useAsOf } from '../../domain/api/as-of.ts'
import { errorMessage } from '../../domain/api/error-message.ts'
import { formatDayOf } from '../../domain/api/network-clock.ts'
import { methodWords, nextWords, StopAutopay, scopeWords, useMandates } from '../../domain/payment/autopay.tsx'
import { useMayChange } from '../../domain/session/may-change.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { muted } from '../../ui/text.css.ts'
import * as styles from './members.css.ts'

/** On a payor's page: how the payor pays automatically. Nothing is shown for others. */
export const MemberAutopay = ({ memberId }: { memberId: string }) => {
  const mandates = useMandates({ page: 1, pageSize: 100, search: memberId }, useAsOf() === null)
  const mayChange = useMayChange()
  const [stopping, setStopping] = useState<PayorsMandate | null>(null)
  return (
    <>
      {mandates.isError && <p className={muted}>{errorMessage(mandates.error, 'view', 'autopay')}</p>}
      {mandates.data?.data.map((mandate) => (
        <Banner key={mandate.id} tone="information" title={`Pays automatically with ${methodWords(mandate.method)}`} className={styles.notice} silent>
          <p>{`${scopeWords(mandate)}, since ${formatDayOf(mandate.createdAt)}. ${mandate.next ? `Next charge: ${nextWords(mandate.next)}.` : 'No charge is coming up.'}`}</p>
          {mayChange && (
            <Button aria-label={`Stop autopay, ${scopeWords(mandate)}`} onClick={() => setStopping(mandate)}>
              Stop
            </Button>
          )}
        </Banner>
      ))}
      {stopping && <StopAutopay mandate={stopping} onClose={() => setStopping(null)} />}
    </>
  )
}
