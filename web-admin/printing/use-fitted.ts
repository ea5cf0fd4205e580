import { type RefObject, useLayoutEffect } from 'react'
import { scale } from './sheet.css.ts'

const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65]

/** Sets a part of a sheet in the largest letters that fit, as the PDF does; again when the window becomes paper. */
export const useFitted = (part: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const element = part.current
    if (!element) return
    const setLargest = () => {
      for (const size of SCALES) {
        element.style.setProperty(scale, String(size))
        if (element.scrollHeight <= element.clientHeight) return
      }
    }
    setLargest()
    const paper = window.matchMedia('print')
    paper.addEventListener('change', setLargest)
    window.addEventListener('resize', setLargest)
    return () => {
      paper.removeEventListener('change', setLargest)
      window.removeEventListener('resize', setLargest)
    }
  }, [part])
}
