import { Bone, BoneRows, Loading } from '../ui/skeleton.tsx'
import * as text from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'

/** The dashboard's own rows and columns, before its figures are there. */
export const DashboardBones = () => (
  <Loading text="Loading dashboard data...">
    <div className={styles.figures}>
      {[6, 7, 6.5, 4].map((width) => (
        <div key={width} className={styles.figure}>
          <div className={text.stack}>
            <Bone width={5} />
            <Bone width={width} height={1.5} />
            <Bone width={5.5} />
          </div>
        </div>
      ))}
    </div>
    <div className={styles.split}>
      <div className={styles.overview}>
        <div className={text.sectionHead}>
          <Bone width={8} />
        </div>
        <Bone width={72} height={16} />
      </div>
      <div className={styles.recent}>
        <div className={text.sectionHead}>
          <Bone width={7} />
        </div>
        <BoneRows rows={6} />
      </div>
    </div>
  </Loading>
)
