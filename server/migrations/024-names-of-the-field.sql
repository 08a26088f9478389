-- The field's words for what the schema named otherwise.
alter function wall_by_school(text) rename to row_security_by_school;

alter table feedback_thread rename column desk_id to assigned_school_id;
alter index feedback_thread_desk rename to feedback_thread_assigned_school;
alter policy feedback_thread_by_desk on feedback_thread rename to feedback_thread_by_assigned_school;
