import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField } from './field.tsx'

const REST = 250

type Props = {
  label: string
  /** What the list is searched by now. */
  value: string
  /** The trimmed words, once the typing rests. */
  onSearch: (words: string) => void
  className?: string
}

/** Searches while one types; Back and Forward change it too. */
export const SearchField = ({ label, value, onSearch, className }: Props) => {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])
  useEffect(() => {
    const words = typed.trim()
    if (words === told.current) return
    const timer = setTimeout(() => {
      told.current = words
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
