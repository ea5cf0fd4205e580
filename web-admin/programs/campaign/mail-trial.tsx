import { Eye, Send } from 'lucide-react'
import { useState } from 'react'
import type { Program } from '../../../modules/programs/contract.ts'
import { messageOr } from '../../domain/api/error-message.ts'
import { Loaded } from '../../domain/api/loaded.tsx'
import { useLookedAtMail } from '../../domain/program/calls.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMailPreview, useTestMail } from './calls.ts'
import * as styles from './campaigns.css.ts'

type Props = { program: Pick<Program, 'id' | 'name'> }

const PreviewDialog = ({ program, onClose }: Props & { onClose: () => void }) => {
  const preview = useMailPreview(program.id)
  return (
    <Dialog open onOpenChange={onClose} title="Mail Preview" subject={preview.data?.subject ?? program.name} close="Close">
      <Loaded query={preview} loading="Loading the preview..." rows={4} failed="Failed to load the preview" action="load" thing="preview">
        {/* The frame isolates the mail: it runs no script, submits no form and does not navigate. */}
        {({ html }) => <iframe className={styles.preview} title="Preview of the bill e-mail" sandbox="" srcDoc={html} />}
      </Loaded>
    </Dialog>
  )
}

/** Previews the bill mail, or sends it to the reader. */
export const MailTrial = ({ program }: Props) => {
  const [shown, setShown] = useState(false)
  const test = useTestMail(program.id)
  const [, noteLooked] = useLookedAtMail(program.id)
  const toast = useToast()
  const send = () =>
    test.mutate(undefined, {
      onSuccess: (message) => {
        noteLooked()
        toast(message)
      },
      onError: (error) => toast(messageOr(error, 'The test mail could not be sent. Please try again.'), { tone: 'failure' }),
    })
  const look = () => {
    noteLooked()
    setShown(true)
  }
  return (
    <div className={styles.trial}>
      <Button icon={Eye} onClick={look}>
        Preview Mail
      </Button>
      <Button icon={Send} busy={test.isPending} busyText="Sending..." onClick={send}>
        Send Test Mail
      </Button>
      {shown && <PreviewDialog program={program} onClose={() => setShown(false)} />}
    </div>
  )
}
