import type { MemberId } from '../kernel/ids.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { loader } from '../platform/speed/loader.ts'
import { type AddMemberDependencies, addMemberRoute } from './add-member.ts'
import { memberDetailRoutes } from './details.ts'
import { type ForgetDependencies, forgetMember, forgetMembers, forgetTasks } from './forget.ts'
import { type MemberHistoryDependencies, memberHistory, memberHistoryRoutes } from './history.ts'
import { uploadProgress } from './progress.ts'
import { type MembersDependencies, memberRoutes } from './routes.ts'
import { type ImportMembers, type UploadDependencies, uploadMembers } from './upload.ts'

type Needs = Platform &
  Pick<AddMemberDependencies, 'payorsNamed' | 'memberById'> &
  Pick<ForgetDependencies, 'mailsTo'> &
  Pick<MemberHistoryDependencies, 'originOfMember' | 'programMovesOf'> &
  Pick<MembersDependencies, 'billedProgram' | 'followUp'> &
  Pick<UploadDependencies, 'generateBills'> &
  Readonly<{
    /** The import itself, on whatever thread it runs. */
    importMembers: ImportMembers
    eraseForgotten: () => Promise<void>
  }>

export const memberProcesses: readonly Process[] = [forgetMembers]

/** The people and congregations who pay. */
export const openMembers = (needs: Needs) => {
  const { pool, addJob, perUser, importMembers, eraseForgotten } = needs
  const forget = forgetMember(needs)
  const forgotten = loader(async (ids: readonly MemberId[]) => {
    const gone = await needs.personal.forgotten(ids)
    return new Map(ids.map((id) => [id, gone.has(id)]))
  })
  return {
    routes: [
      ...memberRoutes({
        ...needs,
        upload: uploadMembers(importMembers, needs),
        uploads: perUser({ name: 'uploads', max: 1 }),
        progress: uploadProgress(pool),
      }),
      addMemberRoute(needs),
      ...memberDetailRoutes({ ...needs, forget }),
      ...memberHistoryRoutes(needs),
    ],
    histories: { member: memberHistory(needs) },
    /** True once the payor's key is deleted: from then on no mail to them may be kept. */
    isForgotten: async (id: MemberId): Promise<boolean> => (await forgotten(id)) === true,
    tasks: forgetTasks({ forget, addJob, eraseForgotten }),
  }
}
