-- Timetables that schools import (HO-03, docs/decisions/076-today.md).

-- One for each school: the days between which its lessons are held. Odd and even weeks count from the week of the first.
create table timetable (
  school_id text primary key references school (id),
  first_day date not null,
  last_day date not null
);

create table timetable_lesson (
  school_id text not null references school (id),
  class_id text not null,
  -- weekday, period and weeks, as 1-3-all: what a class has at one time
  slot text not null,
  -- 1: Monday
  weekday smallint not null check (weekday between 1 and 7),
  period smallint not null,
  weeks text not null check (weeks in ('all', 'odd', 'even')),
  -- of the day in China, 08:00
  starts text not null,
  ends text not null,
  subject text not null,
  -- null: nobody of the school, or more than one, has the name
  teacher_id text references "user" (id) on delete restrict,
  -- as it was written
  teacher text not null,
  room text not null,
  primary key (school_id, class_id, slot)
);
create index timetable_lesson_teacher on timetable_lesson (teacher_id, school_id) where teacher_id is not null;

select row_security_by_school('timetable');
select row_security_by_school('timetable_lesson');
