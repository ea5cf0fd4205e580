import { usePays } from '../domain/session/may-change.ts'
import { PageHead } from '../ui/page-head.tsx'
import { hidden } from '../ui/text.css.ts'
import { AssessmentsList } from './my-assessments.tsx'

/** All bills of the signed-in person, whatever their role. Reminders about several bills link here. */
export const MyAssessmentsPage = () => {
  const pays = usePays()
  const title = pays ? 'My Bills' : 'My Assessments'
  return (
    <>
      <PageHead title={title}>What you owe and have paid, over all networks.</PageHead>
      <h2 className={hidden}>{pays ? 'Bills' : 'Assessments'}</h2>
      <AssessmentsList caption={title} />
    </>
  )
}
