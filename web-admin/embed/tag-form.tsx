import { fonts } from '../../modules/embed/values.ts'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import * as styles from './embed.css.ts'
import { fallbackLabel, type TagChoices, unreadable } from './snippet.ts'

const ACCENT = '#1f4aa3'
const SURFACE = { surface: '#ffffff', text: '#1c1a17' }
const fontNames = Object.keys(fonts) as (keyof typeof fonts)[]
const titled = (name: string): string => name.replace(/(^|[ -])\w/g, (letter) => letter.toUpperCase())

type Props = { choices: TagChoices; onChange: (choices: TagChoices) => void }

export const TagForm = ({ choices, onChange }: Props) => {
  const set = <Name extends keyof TagChoices>(name: Name, value: TagChoices[Name]) => onChange({ ...choices, [name]: value })
  const problems = unreadable(choices)
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>How it looks</legend>
      <SelectField label="Shows" value={choices.mode} onChange={({ target }) => set('mode', target.value === 'button' ? 'button' : 'inline')}>
        <option value="inline">The form, within the page</option>
        <option value="button">A button that leads to the form</option>
      </SelectField>
      <SelectField label="Light or dark" value={choices.theme} onChange={({ target }) => set('theme', target.value as TagChoices['theme'])}>
        <option value="auto">As on the visitor's device</option>
        <option value="light">Always light</option>
        <option value="dark">Always dark</option>
      </SelectField>
      <SelectField label="Language" value={choices.locale} onChange={({ target }) => set('locale', target.value as TagChoices['locale'])}>
        <option value="">The visitor's</option>
        <option value="en">English</option>
        <option value="es">Spanish</option>
      </SelectField>
      <TextField
        label="Text of the link (optional)"
        placeholder={fallbackLabel(choices.locale)}
        maxLength={60}
        value={choices.label}
        onChange={({ target }) => set('label', target.value)}
      />
      <SelectField label="Font" value={choices.font} onChange={({ target }) => set('font', target.value as TagChoices['font'])}>
        <option value="">Default</option>
        {fontNames.map((name) => (
          <option key={name} value={name}>
            {titled(name)}
          </option>
        ))}
      </SelectField>
      <SelectField label="Corners" value={choices.radius} onChange={({ target }) => set('radius', target.value as TagChoices['radius'])}>
        <option value="">Default</option>
        <option value="0">Square</option>
        <option value="4">Slightly rounded</option>
        <option value="12">Rounded</option>
        <option value="24">Very rounded</option>
      </SelectField>
      <div className={styles.colorChoice}>
        <CheckField
          label="Custom button color"
          checked={choices.accent !== ''}
          onChange={({ target }) => set('accent', target.checked ? ACCENT : '')}
        />
        {choices.accent && (
          <TextField
            type="color"
            label="Buttons"
            value={choices.accent}
            problem={problems.accent}
            onChange={({ target }) => set('accent', target.value)}
          />
        )}
      </div>
      <div className={styles.colorChoice}>
        <CheckField
          label="Custom background"
          checked={choices.surface !== ''}
          onChange={({ target }) => onChange({ ...choices, ...(target.checked ? SURFACE : { surface: '', text: '' }) })}
        />
        {choices.surface && (
          <div className={styles.pair}>
            <TextField
              type="color"
              label="Background"
              value={choices.surface}
              problem={problems.surface}
              onChange={({ target }) => set('surface', target.value)}
            />
            <TextField type="color" label="Text" value={choices.text} onChange={({ target }) => set('text', target.value)} />
          </div>
        )}
      </div>
    </fieldset>
  )
}
