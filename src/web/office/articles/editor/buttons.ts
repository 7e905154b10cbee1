import Bold from 'lucide-react/icons/bold';
import Code from 'lucide-react/icons/code';
import Heading from 'lucide-react/icons/heading-2';
import SmallHeading from 'lucide-react/icons/heading-3';
import Italic from 'lucide-react/icons/italic';
import List from 'lucide-react/icons/list';
import Numbers from 'lucide-react/icons/list-ordered';
import Rule from 'lucide-react/icons/minus';
import CodeBlock from 'lucide-react/icons/square-code';
import Strike from 'lucide-react/icons/strikethrough';
import Table from 'lucide-react/icons/table';
import Quote from 'lucide-react/icons/text-quote';
import type { ComponentType } from 'react';
import type { CommandName, Formats } from './commands.ts';

export interface FormatButton {
  command: CommandName;
  label: string;
  Icon: ComponentType<{ className?: string }>;
  /** Absent for what is inserted. */
  isOn?: (formats: Formats) => boolean;
}

export const markButtons: FormatButton[] = [
  { command: 'bold', label: 'Bold', Icon: Bold, isOn: ({ bold }) => bold },
  { command: 'italic', label: 'Italic', Icon: Italic, isOn: ({ italic }) => italic },
  { command: 'strike', label: 'Strikethrough', Icon: Strike, isOn: ({ strike }) => strike },
  { command: 'code', label: 'Code', Icon: Code, isOn: ({ code }) => code },
];

export const blockButtons: FormatButton[] = [
  {
    command: 'heading2',
    label: 'Heading',
    Icon: Heading,
    isOn: ({ heading }) => heading === 2,
  },
  {
    command: 'heading3',
    label: 'Smaller heading',
    Icon: SmallHeading,
    isOn: ({ heading }) => heading === 3,
  },
  { command: 'bullets', label: 'List', Icon: List, isOn: ({ bullets }) => bullets },
  {
    command: 'numbers',
    label: 'Numbered list',
    Icon: Numbers,
    isOn: ({ numbers }) => numbers,
  },
  { command: 'quote', label: 'Quote', Icon: Quote, isOn: ({ quote }) => quote },
  {
    command: 'codeBlock',
    label: 'Code block',
    Icon: CodeBlock,
    isOn: ({ codeBlock }) => codeBlock,
  },
  { command: 'table', label: 'Table', Icon: Table },
  { command: 'rule', label: 'Divider', Icon: Rule },
];
