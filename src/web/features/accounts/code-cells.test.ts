import { describe, expect, it } from 'vitest'
import { type Cells, changeCell, codeOf, EMPTY_CELLS, eraseBackwards, putDigits } from './code-cells.ts'

const cells = (text: string): Cells => [...text.padEnd(6, ' ')].map((sign) => sign.trim())

describe('digits entered into cells', () => {
  it('fill one cell and move on to the next', () => {
    expect(putDigits(EMPTY_CELLS, 0, '7')).toEqual({ cells: cells('7'), focus: 1 })
    expect(putDigits(cells('12345'), 5, '6')).toEqual({ cells: cells('123456'), focus: 5 })
  })

  it('replace the existing digit', () => {
    expect(putDigits(cells('123'), 1, '9')).toEqual({ cells: cells('193'), focus: 2 })
  })

  it('are dropped when they are not digits', () => {
    for (const text of ['a', 'я', '-', ' ', '٣'])
      expect(putDigits(cells('12'), 2, text)).toEqual({ cells: cells('12'), focus: 2 })
  })

  it('fill all cells from the first when a whole code is pasted, wherever the focus is', () => {
    expect(putDigits(cells('9'), 4, '123456')).toEqual({ cells: cells('123456'), focus: 5 })
  })

  it('are the first six of the pasted text, without other characters', () => {
    expect(putDigits(EMPTY_CELLS, 0, '1234567890').cells).toEqual(cells('123456'))
    expect(putDigits(EMPTY_CELLS, 0, ' 123 456\n').cells).toEqual(cells('123456'))
    expect(putDigits(EMPTY_CELLS, 0, '１２３４５６').cells).toEqual(cells('123456'))
  })

  it('start at the focused cell when fewer are pasted', () => {
    expect(putDigits(cells('1'), 1, '23')).toEqual({ cells: cells('123'), focus: 3 })
    expect(putDigits(EMPTY_CELLS, 4, '1234')).toEqual({ cells: cells('    12'), focus: 5 })
  })
})

describe('a changed cell', () => {
  it('is emptied', () => {
    expect(changeCell(cells('12'), 1, '')).toEqual({ cells: cells('1'), focus: 1 })
  })

  it('keeps the new digit, whichever side of the old one it was typed on', () => {
    expect(changeCell(cells('3'), 0, '35')).toEqual({ cells: cells('5'), focus: 1 })
    expect(changeCell(cells('3'), 0, '53')).toEqual({ cells: cells('5'), focus: 1 })
    expect(changeCell(cells('3'), 0, '33')).toEqual({ cells: cells('3'), focus: 1 })
  })

  it('stays unchanged when another character was added', () => {
    expect(changeCell(cells('3'), 0, '3x')).toEqual({ cells: cells('3'), focus: 0 })
  })

  it('distributes an autofilled code', () => {
    expect(changeCell(EMPTY_CELLS, 0, '123456')).toEqual({ cells: cells('123456'), focus: 5 })
    expect(changeCell(cells('1'), 0, '123456')).toEqual({ cells: cells('123456'), focus: 5 })
  })
})

describe('Backspace', () => {
  it('empties a filled cell and stays', () => {
    expect(eraseBackwards(cells('123'), 2)).toEqual({ cells: cells('12'), focus: 2 })
  })

  it('goes back from an empty cell', () => {
    expect(eraseBackwards(cells('123'), 3)).toEqual({ cells: cells('12'), focus: 2 })
    expect(eraseBackwards(EMPTY_CELLS, 0)).toEqual({ cells: EMPTY_CELLS, focus: 0 })
  })
})

describe('the code', () => {
  it('is complete only when every cell is filled', () => {
    expect(codeOf(EMPTY_CELLS)).toBeNull()
    expect(codeOf(cells('12345'))).toBeNull()
    expect(codeOf(cells('1 3456'))).toBeNull()
    expect(codeOf(cells('012345'))).toBe('012345')
  })
})
