import { Bone, BoneRows, Loading } from '../ui/skeleton.tsx'
import { stack } from '../ui/text.css.ts'

/** Shown while a page's code or the session loads. */
export const PageBones = () => (
  <Loading text="Loading..." quiet>
    <div className={stack}>
      <Bone width={10} height={1.5} />
      <Bone width={20} />
    </div>
    <BoneRows />
  </Loading>
)
