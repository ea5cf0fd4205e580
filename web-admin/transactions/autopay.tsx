import { chargeStatuses } from '../../modules/autopay/values.ts'
import { SelectField } from '../ui/field.tsx'
import { changed, oneOf } from '../ui/list-params.ts'
import { TabLinks } from '../ui/tabs.tsx'
import { hidden } from '../ui/text.css.ts'
import { AutopayCharges, chargeLabels } from './autopay-charges.tsx'
import { AutopayMandates } from './autopay-mandates.tsx'
import { type ListAddress, ListControls } from './list-controls.tsx'
import * as styles from './payors.css.ts'

const HERE = '/payors?tab=autopay'

/** The automatic charges of the network, and the payors who have turned autopay on. */
export const Autopay = ({ list }: { list: ListAddress }) => {
  const { address, setAddress, page, pageSize, search, goToPage, clearSearch, controls } = list
  const ofMandates = address.get('view') === 'mandates'
  const status = oneOf(chargeStatuses, address.get('status'))
  const filterBy = (values: Record<string, string | null>) => setAddress(changed(address, { ...values, page: null }), { replace: true })
  return (
    <>
      <TabLinks
        label="Autopay"
        tabs={[
          { href: HERE, label: 'Charges', current: !ofMandates },
          { href: `${HERE}&view=mandates`, label: 'Payors on Autopay', current: ofMandates },
        ]}
      />
      <h2 className={hidden}>{ofMandates ? 'Payors on Autopay' : 'Charges'}</h2>
      {ofMandates ? (
        <>
          <ListControls {...controls} searchLabel="Search payors" />
          <AutopayMandates filter={{ page, pageSize, search }} onPage={goToPage} onClear={clearSearch} />
        </>
      ) : (
        <>
          <ListControls
            {...controls}
            searchLabel="Search charges by payor"
            filtered={status !== null}
            filter={
              <div className={styles.filters}>
                <SelectField label="State" value={status ?? ''} onChange={({ target }) => filterBy({ status: target.value || null })}>
                  <option value="">All</option>
                  {chargeStatuses.map((one) => (
                    <option key={one} value={one}>
                      {chargeLabels[one]}
                    </option>
                  ))}
                </SelectField>
              </div>
            }
          />
          <AutopayCharges filter={{ page, pageSize, search, status }} onPage={goToPage} onClear={() => filterBy({ search: null, status: null })} />
        </>
      )}
    </>
  )
}
