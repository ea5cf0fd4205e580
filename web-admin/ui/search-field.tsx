import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField } from './field.tsx'

const REST = 250

type Props = {
  label: string
  /** The search words by which the list is limited now. */
  value: string
  /** Called with the trimmed words after a pause in typing. */
  onSearch: (words: string) => void
  className?: string
}

/** Searches while the user types. Back and Forward change the field's text. */
export const SearchField = ({ label, value, onSearch, className }: Props) => {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    if (value !== reported.current) setTyped(value)
    reported.current = value
  }, [value])
  useEffect(() => {
    const words = typed.trim()
    if (words === reported.current) return
    const timer = setTimeout(() => {
      reported.current = words
      onSearch(words)
    }, REST)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <TextField
      bare
      label={label}
      type="search"
      placeholder={label}
      maxLength={200}
      start={<Search />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      {...(className === undefined ? {} : { className })}
    />
  )
}
