import { expect, test } from 'vitest'
import { fullName, initials } from './who.tsx'

test.each([
  [{ firstName: 'Naomi', lastName: 'Ferrand' }, 'NF', 'Naomi Ferrand'],
  [{ firstName: ' émile', lastName: '' }, 'É', ' émile'],
  [{ firstName: '😀ra', lastName: 'Oak' }, '😀O', '😀ra Oak'],
  [{ firstName: '', lastName: '' }, 'U', ''],
  [null, 'U', ''],
])('%o is %s', (user, letters, name) => {
  expect(initials(user)).toBe(letters)
  expect(fullName(user)).toBe(name)
})
