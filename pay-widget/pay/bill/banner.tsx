import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.ts'
import { banner, tones } from './bill.css.ts'
import type { StatusMessage } from './bill-state.ts'

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert }

type Props = { tone: keyof typeof tones; title?: string; heading?: 'strong' | 'h1'; children: ReactNode }

export const Banner = ({ tone, title, heading = 'strong', children }: Props) => {
  const Icon = icons[tone]
  const Title = heading
  return (
    <div className={`${banner} ${tones[tone]}`}>
      <Icon size={16} />
      <div>
        {title && <Title>{title}</Title>}
        {children}
      </div>
    </div>
  )
}

const toneOf = { paid: 'success', pending: 'info', unavailable: 'warning', archived: 'warning' } as const

export const StatusBanner = ({ message }: { message: StatusMessage }) => {
  const { t } = useWords()
  const [title, sentence] = t.banners[message]
  return (
    // The page of an archived bill has nothing but this banner, so it is the page's heading.
    <Banner tone={toneOf[message]} title={title} heading={message === 'archived' ? 'h1' : 'strong'}>
      {sentence}
    </Banner>
  )
}
