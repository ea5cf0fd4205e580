import type { PayorId } from '../kernel/ids.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { loader } from '../platform/speed/loader.ts'
import { type AddPayorDependencies, addPayorRoute } from './add-member.ts'
import { payorDetailRoutes } from './details.ts'
import { type ForgetDependencies, forgetMember, forgetMembers, forgetTasks } from './forget.ts'
import { type PayorHistoryDependencies, payorHistory, payorHistoryRoutes } from './history.ts'
import { uploadProgress } from './progress.ts'
import { type PayorsDependencies, payorRoutes } from './routes.ts'
import { type ImportPayors, type UploadDependencies, uploadMembers } from './upload.ts'

export type PayorsNeeds = Platform &
  Pick<AddPayorDependencies, 'payorsNamed' | 'memberById'> &
  Pick<ForgetDependencies, 'mailsTo'> &
  Pick<PayorHistoryDependencies, 'originOfPayor' | 'programMovesOf'> &
  Pick<PayorsDependencies, 'billedProgram' | 'followUp'> &
  Pick<UploadDependencies, 'generateBills'> &
  Readonly<{
    importPayors: ImportPayors
    eraseForgotten: () => Promise<void>
  }>

export const payorProcesses: readonly Process[] = [forgetMembers]

export const openPayors = (needs: PayorsNeeds) => {
  const { pool, addJob, perUser, importPayors, eraseForgotten } = needs
  const forget = forgetMember(needs)
  const forgotten = loader(async (ids: readonly PayorId[]) => {
    const gone = await needs.personal.forgotten(ids)
    return new Map(ids.map((id) => [id, gone.has(id)]))
  })
  return {
    routes: [
      ...payorRoutes({
        ...needs,
        upload: uploadMembers(importPayors, needs),
        uploads: perUser({ name: 'uploads', max: 1 }),
        progress: uploadProgress(pool),
      }),
      addPayorRoute(needs),
      ...payorDetailRoutes({ ...needs, forget }),
      ...payorHistoryRoutes(needs),
    ],
    histories: { member: payorHistory(needs) },
    /** True once the payor's key is deleted. From then on no mail to the payor may be kept. */
    isForgotten: async (id: PayorId): Promise<boolean> => (await forgotten(id)) === true,
    tasks: forgetTasks({ forget, addJob, eraseForgotten }),
  }
}
