import { describe, expect, it } from 'vitest';
import { strengthOf } from './password-strength.ts';

describe('strengthOf', () => {
  it.each([
    ['', 0, ''],
    ['1234567', 0, 'Too short'],
    ['aaaaaaaaaaaaaaaaaaaa', 1, 'Weak'],
    ['abababababababab', 1, 'Weak'],
    ['sunflower', 1, 'Weak'],
    ['Sunflower7', 2, 'Fair'],
    ['walnut tea', 2, 'Fair'],
    ['walnut tea kettle', 3, 'Good'],
    ['walnut tea kettle wind', 4, 'Strong'],
    ['x7#Kq9!mB2vL', 3, 'Good'],
  ])('calls %j level %d, %s', (password, level, label) => {
    expect(strengthOf(password)).toEqual({ level, label });
  });
});
