import { CreditCard, Ellipsis, Megaphone, Pencil, Upload, Users } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { formatMoneyShort } from '../../modules/kernel/money.ts'
import { useProgramStats } from '../domain/program/calls.ts'
import { attachObstacle, ProgramBadge, uploadObstacle } from '../domain/program/program-words.tsx'
import { useMayChange } from '../domain/session/may-change.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { money } from '../ui/text.css.ts'
import { ProgramLine, type ProgramProps, StatsText, useWanted } from './program-row.tsx'
import { cardLine, cardName, pushed } from './programs.css.ts'

const More = ({ program, onAttach, onUpload }: ProgramProps) => {
  const [, navigate] = useLocation()
  return (
    <Menu trigger={<IconButton label={`More actions, ${program.name}`} icon={Ellipsis} tip={false} />}>
      <MenuItem icon={Pencil} onSelect={() => navigate(`/assessments/${program.id}/edit`)}>
        Edit Program
      </MenuItem>
      <MenuItem icon={CreditCard} unavailable={attachObstacle(program)} onSelect={onAttach}>
        Payment Profile
      </MenuItem>
      <MenuItem icon={Upload} unavailable={uploadObstacle(program)} onSelect={onUpload}>
        Upload Members
      </MenuItem>
    </Menu>
  )
}

export const ProgramCard = (props: ProgramProps) => {
  const { program } = props
  const mayChange = useMayChange()
  const { wanted, handlers } = useWanted<HTMLDivElement>()
  const stats = useProgramStats(program.id, wanted)
  return (
    <Card
      title={
        <>
          <Link href={`/assessments/${program.id}`} className={cardName}>
            {program.name}
          </Link>
          <span className={cardLine}>
            <ProgramLine program={program} />
          </span>
        </>
      }
      status={<ProgramBadge status={program.campaignStatus} />}
      facts={[
        [
          'Default Amount',
          <span key="amount" className={money}>
            {formatMoneyShort(program.amount)}
          </span>,
        ],
        // Shows zero until the figures have loaded.
        [
          'Total Collected',
          <span key="paid" className={money}>
            {formatMoneyShort(stats.data?.totalPaid ?? 0)}
          </span>,
        ],
        ['Type', program.type || 'Not set'],
        ['Payment Profile', program.paymentProfile?.name ?? 'Not set'],
      ]}
      note={
        <div {...handlers}>
          <StatsText stats={stats} />
        </div>
      }
      foot={
        <>
          <ButtonLink variant="ghost" icon={Users} href={`/payors?assessment=${program.id}`}>
            View Payors
          </ButtonLink>
          <Button variant="ghost" icon={Megaphone} aria-label={`Campaign, ${program.name}`} onClick={props.onCampaign}>
            Campaign
          </Button>
          {mayChange && (
            <span className={pushed}>
              <More {...props} />
            </span>
          )}
        </>
      }
    />
  )
}
