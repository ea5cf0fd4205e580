import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { shownSoon } from '../platform/shown-soon.ts'
import { type AddMemberDependencies, addMemberRoute } from './add-member.ts'
import type { Member } from './contract.ts'
import { type DetailsDependencies, memberDetailRoutes } from './details.ts'
import { type ForgetDependencies, forgetMember, forgetMembers, forgetTasks } from './forget.ts'
import { type MemberHistoryDependencies, memberHistory, memberHistoryRoutes } from './history.ts'
import { uploadProgress } from './progress.ts'
import { type MembersDependencies, memberRoutes } from './routes.ts'
import { type ImportMembers, type UploadDependencies, uploadMembers } from './upload.ts'

type MemberId = Parameters<DetailsDependencies['memberOf']>[0]
type Known = NonNullable<Awaited<ReturnType<DetailsDependencies['memberOf']>>>

type Needs = Platform &
  Pick<AddMemberDependencies, 'payorsNamed'> &
  Pick<ForgetDependencies, 'mailsTo'> &
  Pick<MemberHistoryDependencies, 'originOfMember'> &
  Pick<MembersDependencies, 'billedProgram' | 'followUp'> &
  Pick<UploadDependencies, 'generateBills'> &
  Readonly<{
    /** The import itself, on whatever thread it runs. */
    importMembers: ImportMembers
    eraseForgotten: () => Promise<void>
    memberById: (id: MemberId) => Promise<Readonly<{ known: Known; shown: Member }> | null>
  }>

export const memberProcesses: readonly Process[] = [forgetMembers]

/** The people and congregations who pay. */
export const openMembers = (needs: Needs) => {
  const { pool, addJob, perUser, importMembers, memberById, eraseForgotten } = needs
  const forget = forgetMember(needs)
  return {
    routes: [
      ...memberRoutes({
        ...needs,
        upload: uploadMembers(importMembers, needs),
        uploads: perUser({ name: 'uploads', max: 1 }),
        progress: uploadProgress(pool),
      }),
      addMemberRoute(needs),
      ...memberDetailRoutes({
        ...needs,
        forget,
        memberOf: async (id) => (await memberById(id))?.known ?? null,
        show: async (id) => (await shownSoon(() => memberById(id))).shown,
      }),
      ...memberHistoryRoutes(needs),
    ],
    histories: { member: memberHistory(needs) },
    tasks: forgetTasks({ forget, addJob, eraseForgotten }),
  }
}
