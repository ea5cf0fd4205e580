import { PageHead } from '../ui/page-head.tsx'
import { hidden } from '../ui/text.css.ts'
import { AssessmentsList } from './my-assessments.tsx'

/** Where a reminder of several bills leads: everything that is billed to whoever is signed in, whatever else they may do here. */
export const MyAssessmentsPage = () => (
  <>
    <PageHead title="My Assessments">What you owe and have paid, over all networks.</PageHead>
    <h2 className={hidden}>Assessments</h2>
    <AssessmentsList />
  </>
)
